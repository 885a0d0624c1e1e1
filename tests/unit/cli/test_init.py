from pagemill.cli.main import main


def test_a_new_folder_becomes_a_collection_and_the_next_step_is_named(tmp_path, capsys):
    assert main(["init", str(tmp_path / "new")]) == 0
    assert "pagemill import" in capsys.readouterr().out
    assert (tmp_path / "new").is_dir()


def test_a_folder_with_something_in_it_is_refused(tmp_path, capsys):
    (tmp_path / "file").write_text("x")
    assert main(["init", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
