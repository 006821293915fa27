"""The rule sets as TOML, and their reader."""
