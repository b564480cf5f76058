"""The configuration of a server: what can be set, and where it is set.

A setting has a default.  The configuration file (TOML) is stronger than that, the environment is
stronger than the file, and the command line is strongest.  Each setting has one name in all of
them: `limits.rate` is `rate` in the table `[limits]` of the file, `SAMEDEAL_LIMITS_RATE` in the
environment and `--limits-rate` on the command line.

`model` has the settings, `setting` reads one from text or TOML, `toml_lines` finds the lines of a
file, `checks` says whether settings fit each other, and `loading` puts it all together.
"""
