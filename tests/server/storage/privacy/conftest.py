from tests.server.storage.conftest import database, postgres

__all__ = ["database", "postgres"]
