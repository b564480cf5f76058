"""A program that stands in for another one."""

import sys
from pathlib import Path


def fake_program(directory: Path, body: str) -> str:
    """Write a program in Python, and return its path; `sys` is there for it."""
    path = directory / "program"
    path.write_text(f"#!{sys.executable}\nimport sys\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)
