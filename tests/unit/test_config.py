from __future__ import annotations

import tomllib
from dataclasses import fields, replace

import pytest

from pagemill.config import Config, load, template
from pagemill.errors import ConfigError


@pytest.fixture
def write(tmp_path):
    path = tmp_path / "collection.toml"

    def written(text: str | bytes):
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return written


def test_an_absent_file_means_defaults(tmp_path):
    assert load(tmp_path / "collection.toml") == Config()


@pytest.mark.parametrize(
    "name",
    [
        "tides",
        'a "b"',
        "back\\slash",
        "line\nend",
        "tab\t",
        "\x7f\x00\x1f",
        "漢字",
        "a\udcff",
        "",
    ],
)
def test_the_template_says_the_defaults(write, name):
    path = write(template(name))
    found = load(path)
    assert replace(found, collection=Config().collection) == Config()
    assert found.collection.name == name.encode("utf-8", "replace").decode()


def test_every_line_of_the_template_can_be_taken_into_use(write):
    lines = template("x").splitlines()
    active = [line.removeprefix("# ") if " = " in line else line for line in lines]
    found = load(write("\n".join(active)))
    assert replace(found, collection=Config().collection) == Config()
    named = tomllib.loads("\n".join(active))
    for section in fields(Config):
        keys = {one.name for one in fields(getattr(Config(), section.name))}
        assert set(named[section.name]) == keys


def test_values_are_taken_over(write):
    found = load(write("[dedup]\nthreshold = 0.9\nseed = 7\n[view]\nmax_page_bytes = 10\n"))
    assert (found.dedup.threshold, found.dedup.seed, found.dedup.width) == (0.9, 7, 4)
    assert found.view.max_page_bytes == 10


def test_a_whole_number_does_for_a_fraction_and_is_the_same_setting(write):
    one = load(write("[dedup]\nthreshold = 1\n")).dedup
    assert isinstance(one.threshold, float)
    assert one == load(write("[dedup]\nthreshold = 1.0\n")).dedup


def test_a_byte_order_mark_does_no_harm(write):
    assert load(write(b"\xef\xbb\xbf[dedup]\nseed = 3\n")).dedup.seed == 3


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("[dedup]\nthreshold = '0.9'", "float"),
        ("[dedup]\nthreshold = true", "float"),
        ("[dedup]\nthreshold = 1" + "0" * 400, "float"),
        ("[dedup]\nwidth = 4.0", "int"),
        ("[dedup]\nwidth = true", "int"),
        ("[dedup]\nwidth = [4]", "int"),
        ("[dedup]\nwidth = 2026-01-01", "int"),
        ("[dedup.width]\nx = 1", "int"),
        ("[collection]\nname = 5", "str"),
        ("[collection]\nname = ['a']", "str"),
    ],
)
def test_a_value_of_the_wrong_type_names_the_right_one(write, line, kind):
    path = write(line)
    with pytest.raises(ConfigError, match=f"of type {kind}") as caught:
        load(path)
    assert str(caught.value).startswith(str(path))


@pytest.mark.parametrize(
    "line",
    [
        "[dedup]\nthreshold = 0.0",
        "[dedup]\nthreshold = nan",
        "[dedup]\nthreshold = 1.5",
        "[dedup]\nwidth = 0",
        "[dedup]\npermutations = 5000",
        "[dedup]\nseed = -1",
        "[dedup]\nseed = 9999999999999999999999",
        "[view]\nmax_page_bytes = 0",
        "[archive]\nmax_record_bytes = -5",
        "[index]\nthreads = 0",
        "[index]\nmemory_bytes = 1",
        "[index]\ntitle_weight = -1.0",
        "[index]\ntext_weight = nan",
        "[index]\nabstract_weight = inf",
    ],
)
def test_a_value_out_of_range_names_its_key(write, line):
    section, key = line.partition("\n")[0], line.partition("\n")[2].partition(" ")[0]
    with pytest.raises(ConfigError, match=rf"\{section[:-1]}\] {key} is"):
        load(write(line))


@pytest.mark.parametrize("key", ["threshold", "treshold"])
def test_a_key_outside_of_all_sections_names_its_section(write, key):
    with pytest.raises(ConfigError) as caught:
        load(write(f"{key} = 0.8\n"))
    assert f"unknown key '{key}' outside of all sections" in str(caught.value)
    assert "'threshold', which belongs below [dedup]" in str(caught.value)


def test_a_seed_over_the_limit_tells_the_limit(write):
    with pytest.raises(ConfigError, match="it must be 0 to 9223372036854775807"):
        load(write("[dedup]\nseed = 99999999999999999999\n"))


@pytest.mark.parametrize(
    ("text", "wrong", "nearest"),
    [
        ("[dedupe]\n", "[dedupe]", "dedup"),
        ("[dedup]\ntreshold = 0.9", "'treshold' in [dedup]", "threshold"),
        ("[dedup]\nTHRESHOLD = 0.9", "'THRESHOLD' in [dedup]", "threshold"),
        ("[view]\nzzz = 1", "'zzz' in [view]", "max_page_bytes"),
    ],
)
def test_an_unknown_key_names_the_nearest_valid_one(write, text, wrong, nearest):
    with pytest.raises(ConfigError) as caught:
        load(write(text))
    assert f"unknown key {wrong}; the nearest valid one is '{nearest}" in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["[archive]\nproxy_password = 'hunter2'", "[archive]\nAPI_KEY = 'hunter2'"]
    + [f"[{name}]\nx = 'hunter2'" for name in ("secrets", "cookies", "token", "credentials")],
)
def test_a_secret_is_sent_elsewhere_and_not_shown(write, text):
    with pytest.raises(ConfigError, match="secrets never belong in this file") as caught:
        load(write(text))
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("text", [b"[dedup", b"\xff", b"a = 1\na = 2", b"\x00"])
def test_what_is_no_toml_is_reported(write, text):
    with pytest.raises(ConfigError, match="not valid TOML"):
        load(write(text))


def test_a_section_that_is_a_value_is_reported(write):
    with pytest.raises(ConfigError, match=r"write it as \[dedup\]"):
        load(write("dedup = 1"))
