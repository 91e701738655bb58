"""Fixtures: a bank with an exact pitch and a song, written independently of Peach."""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session", autouse=True)
def _user_folders(tmp_path_factory):
    """Keeps the caches of the library out of the user's folders."""
    folder = tmp_path_factory.mktemp("user")
    for name in ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"]:
        os.environ[name] = str(folder / name)


@pytest.fixture(scope="session")
def bank_path(tmp_path_factory):
    from exact_bank import exact_bank

    path = tmp_path_factory.mktemp("bank") / "exact.sf2"
    path.write_bytes(exact_bank())
    return path


@pytest.fixture(scope="session")
def song_path(tmp_path_factory):
    from exact_bank import short_song

    path = tmp_path_factory.mktemp("song") / "song.mid"
    path.write_bytes(short_song())
    return path


@pytest.fixture(scope="session")
def bank(bank_path):
    import peach

    return peach.Bank(bank_path)
