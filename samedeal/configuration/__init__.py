"""What `samedeal serve` can be told, and where it is told.

A setting comes from, the stronger last: its default, the configuration file (TOML), the
environment and the command line.  `limits.rate` in the file is `rate` in the table `[limits]`,
`SAMEDEAL_LIMITS_RATE` in the environment and `--limits-rate` on the command line; so it goes for
every setting.
"""
