import pagemill
from pagemill.model.version import __version__


def test_the_package_and_the_crawler_tell_the_same_version():
    assert pagemill.__version__ == __version__
