"""Points, from what the record of a finished game says: a game's score sheet, a table over many. Pure: no file."""
