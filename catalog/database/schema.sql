-- The parts database. Derived from the LDraw parts library; see SOURCES.md.
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE shapes (id INTEGER PRIMARY KEY, outline BLOB NOT NULL, studs BLOB NOT NULL);
CREATE TABLE parts (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,      -- 3001.dat, s/3001s01.dat, stud.dat
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    category TEXT NOT NULL,
    target TEXT NOT NULL,          -- where a moved part went
    components TEXT NOT NULL,      -- key:colour:count of a shortcut, alias or physical colour
    bricklink TEXT NOT NULL,       -- numbers its header gives, separated by blanks
    rebrickable TEXT NOT NULL,
    keywords TEXT NOT NULL,
    shape INTEGER REFERENCES shapes
);
CREATE VIRTUAL TABLE words USING fts5(text, content='', detail=none, tokenize='unicode61');
