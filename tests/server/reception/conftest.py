"""What is asked here is stored in either kind of database, too."""

from tests.server.storage.conftest import database, postgres

__all__ = ["database", "postgres"]
