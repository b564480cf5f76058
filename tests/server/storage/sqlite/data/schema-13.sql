BEGIN TRANSACTION;
CREATE TABLE bans (
        id INTEGER PRIMARY KEY,
        player INTEGER,
        network TEXT,                       -- as 203.0.113.0/24
        reason TEXT NOT NULL,
        made INTEGER NOT NULL,              -- seconds since 1970
        until INTEGER                       -- seconds since 1970; NULL: for good
    ) STRICT;
CREATE TABLE bests (
        player INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
        game TEXT NOT NULL,
        options TEXT NOT NULL,
        races INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        solved INTEGER NOT NULL,            -- races in which the game was won, whatever the place
        fastest INTEGER,                    -- milliseconds of the quickest win, if there is one
        fastest_race INTEGER,
        best INTEGER NOT NULL,              -- the highest score
        best_time INTEGER NOT NULL,         -- when it was reached
        best_race INTEGER NOT NULL,
        PRIMARY KEY (player, game, options)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "bests" VALUES(1,'klondike','{"deal":"single-card-deals"}',1,1,0,NULL,NULL,1,53,1);
INSERT INTO "bests" VALUES(2,'klondike','{"deal":"single-card-deals"}',1,0,0,NULL,NULL,0,0,1);
INSERT INTO "bests" VALUES(2,'thirteens','{}',3,1,1,1121,2,52,1121,2);
INSERT INTO "bests" VALUES(5,'thirteens','{}',3,0,0,NULL,NULL,0,0,2);
CREATE TABLE entries (
        race INTEGER NOT NULL REFERENCES races,
        number INTEGER NOT NULL,            -- entries of the race before this one
        player INTEGER NOT NULL,
        entry TEXT NOT NULL,                -- JSON: an action as on the wire, "undo", "give up"
        milliseconds INTEGER NOT NULL, position INTEGER,      -- from the start
        PRIMARY KEY (race, number)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "entries" VALUES(1,0,1,'[0]',44,3731651791);
INSERT INTO "entries" VALUES(1,1,1,'[1,1,2]',53,1098653627);
INSERT INTO "entries" VALUES(1,2,1,'[2,1,3]',80,575786595);
INSERT INTO "entries" VALUES(1,3,1,'"undo"',100,1098653627);
INSERT INTO "entries" VALUES(1,4,2,'[0]',116,3731651791);
INSERT INTO "entries" VALUES(1,5,1,'"give up"',141,NULL);
INSERT INTO "entries" VALUES(1,6,2,'"give up"',141,NULL);
INSERT INTO "entries" VALUES(2,0,2,'[11,1,14]',28,2905707804);
INSERT INTO "entries" VALUES(2,1,2,'[12,1,10]',30,1001897640);
INSERT INTO "entries" VALUES(2,2,2,'[4,1,0]',43,2726069032);
INSERT INTO "entries" VALUES(2,3,2,'[4,1,16]',135,2794849421);
INSERT INTO "entries" VALUES(2,4,2,'[4,1,8]',183,50185325);
INSERT INTO "entries" VALUES(2,5,2,'[1,1,4]',205,2517019285);
INSERT INTO "entries" VALUES(2,6,2,'[4]',230,2310343905);
INSERT INTO "entries" VALUES(2,7,2,'[1,1,3]',255,937675189);
INSERT INTO "entries" VALUES(2,8,2,'[3,1,6]',280,1906594672);
INSERT INTO "entries" VALUES(2,9,2,'[3,1,1]',332,3414048064);
INSERT INTO "entries" VALUES(2,10,2,'[3,1,1]',346,1696056372);
INSERT INTO "entries" VALUES(2,11,2,'[5,1,1]',363,1798640106);
INSERT INTO "entries" VALUES(2,12,2,'[4,1,1]',376,1911414001);
INSERT INTO "entries" VALUES(2,13,2,'[4,1,2]',421,3551939412);
INSERT INTO "entries" VALUES(2,14,2,'[4,1,2]',428,2645197023);
INSERT INTO "entries" VALUES(2,15,2,'[7,1,5]',444,1900068185);
INSERT INTO "entries" VALUES(2,16,2,'[2]',460,2928413344);
INSERT INTO "entries" VALUES(2,17,2,'[7,1,16]',477,2214418151);
INSERT INTO "entries" VALUES(2,18,2,'[9,1,7]',490,3685185885);
INSERT INTO "entries" VALUES(2,19,2,'[9,1,7]',556,3359864555);
INSERT INTO "entries" VALUES(2,20,2,'[3,1,4]',625,3683801687);
INSERT INTO "entries" VALUES(2,21,2,'[4,1,8]',678,3815384275);
INSERT INTO "entries" VALUES(2,22,2,'[9,1,12]',722,1832918133);
INSERT INTO "entries" VALUES(2,23,2,'[10,1,8]',906,3004432214);
INSERT INTO "entries" VALUES(2,24,2,'[10,1,13]',1008,2535407483);
INSERT INTO "entries" VALUES(2,25,2,'[6,1,13]',1053,2724292162);
INSERT INTO "entries" VALUES(2,26,2,'[14,1,13]',1056,907060870);
INSERT INTO "entries" VALUES(2,27,2,'[11,1,13]',1065,1030403378);
INSERT INTO "entries" VALUES(2,28,2,'[12,1,13]',1075,4284049017);
INSERT INTO "entries" VALUES(2,29,2,'[14,1,13]',1081,1065232823);
INSERT INTO "entries" VALUES(2,30,2,'[12,1,14]',1090,2845100635);
INSERT INTO "entries" VALUES(2,31,2,'[13,1,12]',1099,445557949);
INSERT INTO "entries" VALUES(2,32,2,'[14,1,13]',1109,329915530);
INSERT INTO "entries" VALUES(2,33,2,'[13,1,12]',1121,738257932);
INSERT INTO "entries" VALUES(4,0,3,'[6,1,12]',48,4113231814);
INSERT INTO "entries" VALUES(4,1,3,'[8,1,2]',53,1693927183);
INSERT INTO "entries" VALUES(4,2,3,'[2,1,3]',62,2348705554);
INSERT INTO "entries" VALUES(4,3,3,'[3,1,2]',66,1693927183);
INSERT INTO "entries" VALUES(6,0,2,'"sent away"',5,NULL);
INSERT INTO "entries" VALUES(6,1,5,'"sent away"',5,NULL);
CREATE TABLE evenings (
        code TEXT PRIMARY KEY REFERENCES rooms ON DELETE CASCADE,
        race INTEGER NOT NULL,              -- that it began with; 0: with none yet
        course TEXT NOT NULL                -- JSON: see `server.rooms.records.Course`
    ) STRICT, WITHOUT ROWID;
INSERT INTO "evenings" VALUES('GADVYK',1,'{}');
INSERT INTO "evenings" VALUES('MNTCDF',5,'{}');
INSERT INTO "evenings" VALUES('MPUHGF',2,'{}');
INSERT INTO "evenings" VALUES('TQUKVF',4,'{}');
CREATE TABLE house_rules (
        code TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE,
        player INTEGER NOT NULL,
        kicked INTEGER NOT NULL,
        muted INTEGER NOT NULL,
        PRIMARY KEY (code, player)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE members (
        player INTEGER PRIMARY KEY,         -- a player is in one room at most
        code TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE,
        seated INTEGER NOT NULL,
        came INTEGER NOT NULL               -- the order in which they came
    ) STRICT;
INSERT INTO "members" VALUES(1,'MNTCDF',1,7);
INSERT INTO "members" VALUES(2,'MPUHGF',1,4);
INSERT INTO "members" VALUES(3,'TQUKVF',1,6);
INSERT INTO "members" VALUES(4,'GADVYK',0,3);
INSERT INTO "members" VALUES(5,'MPUHGF',1,5);
CREATE TABLE players (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL UNIQUE,      -- case-folded: names too alike are one name
        token_hash TEXT NOT NULL UNIQUE,    -- SHA-256 in hexadecimal; the token itself is nowhere
        bot INTEGER NOT NULL,
        made INTEGER NOT NULL               -- seconds since 1970
    , name_look TEXT, next_hash TEXT, seen INTEGER, gone INTEGER NOT NULL DEFAULT 0, unrated INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "players" VALUES(1,'ann','ann','4587969a6177c98546649b06b518fd5a878ac0bb49b2699b621895534811920e',0,1795765009,'ann',NULL,1795765010,0,0);
INSERT INTO "players" VALUES(2,'bob','bob','5b69236daa59fd5ce8a4fb6c7df0236de4a90bda3aa842f0488336ad3bd26f05',0,1795765010,'bob',NULL,1795765010,0,0);
INSERT INTO "players" VALUES(3,'cat','cat','4ee6e9d9054ec7e8a7e91b9013c0e3ce9dbbf59a2ff52cfc2cf85eb2578ce1d2',0,1795765010,'cat',NULL,1795765010,0,0);
INSERT INTO "players" VALUES(4,'dan','dan','5fa3efb5540b05cdf9c08f38bae0ef77b334bda22c6431d8588b9d7fd5bc8507',0,1795765010,'dan',NULL,1795765010,0,0);
INSERT INTO "players" VALUES(5,'eve','eve','bf36201d50ff6ef5ce918adc59e0f836e6dd1cdda97ffc0dd0569534f2e5b20e',1,1795765010,'eve',NULL,1795765010,0,0);
CREATE TABLE practice (
        code TEXT PRIMARY KEY REFERENCES rooms ON DELETE CASCADE,
        deal TEXT NOT NULL,                 -- the deal's code
        race INTEGER NOT NULL,              -- where the deal is from, and whose moves; 0: a code
        player INTEGER NOT NULL,
        number INTEGER NOT NULL,            -- after how many of that player's entries
        actions TEXT NOT NULL               -- JSON: those that were not taken back by then
    , won INTEGER NOT NULL DEFAULT 0, once INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE racers (
        race INTEGER NOT NULL REFERENCES races,
        player INTEGER NOT NULL REFERENCES players,
        seat INTEGER NOT NULL,
        status TEXT,                        -- NULL, as is all that follows, until the race is over
        score INTEGER,
        place INTEGER,
        moves INTEGER,
        milliseconds INTEGER, win INTEGER,
        PRIMARY KEY (race, player)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "racers" VALUES(1,1,0,'gave up',1,1,4,53,1);
INSERT INTO "racers" VALUES(1,2,1,'gave up',0,2,1,0,0);
INSERT INTO "racers" VALUES(2,2,0,'won',52,1,34,1121,1);
INSERT INTO "racers" VALUES(2,5,1,'out of time',0,2,0,0,0);
INSERT INTO "racers" VALUES(3,2,0,'out of time',0,1,0,0,0);
INSERT INTO "racers" VALUES(3,5,1,'out of time',0,1,0,0,0);
INSERT INTO "racers" VALUES(4,3,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "racers" VALUES(6,2,0,'stopped',0,1,0,0,0);
INSERT INTO "racers" VALUES(6,5,1,'stopped',0,1,0,0,0);
CREATE TABLE races (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        options TEXT NOT NULL,              -- JSON, complete, keys in order: equal when the same
        settings TEXT NOT NULL,             -- JSON
        seed TEXT NOT NULL,
        commitment TEXT NOT NULL,           -- SHA-256 of the seed in hexadecimal
        started INTEGER,                    -- seconds since 1970; NULL: called off in the countdown
        ended INTEGER,                      -- seconds since 1970; NULL: still going on
        elapsed INTEGER NOT NULL DEFAULT 0  -- milliseconds on the race's clock
    , rules INTEGER NOT NULL DEFAULT 1, closed TEXT, locked INTEGER NOT NULL DEFAULT 0, forgotten INTEGER NOT NULL DEFAULT 0, over INTEGER, practice INTEGER NOT NULL DEFAULT 0, certificate TEXT NOT NULL DEFAULT '', solution TEXT, rated INTEGER, evening INTEGER, number INTEGER) STRICT;
INSERT INTO "races" VALUES(1,'klondike','{"deal":"single-card-deals"}','{"game":"klondike","options":{"deal":"single-card-deals"},"time_limit":900,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}','first','a7937b64b8caa58f03721bb6bacf5c78cb235febe0e70b1b84cd99541461a08e',1795765010,1795765010,141,1,NULL,0,0,1795765010,0,'',NULL,1,1,1);
INSERT INTO "races" VALUES(2,'thirteens','{}','{"game":"thirteens","options":{},"time_limit":60,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}','42','73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049',1795765010,1795765011,60000,1,NULL,0,0,1795765011,0,'',NULL,0,2,1);
INSERT INTO "races" VALUES(3,'thirteens','{}','{"game":"thirteens","options":{},"time_limit":60,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}','third','b1e99324505bd32da0e1f85dcf5e19a09db0481e8a15f62c41eb320304a8e927',1795765011,1795765011,60000,1,NULL,0,0,1795765011,0,'',NULL,0,2,2);
INSERT INTO "races" VALUES(4,'klondike','{"deal":"single-card-deals"}','{"game":"klondike","options":{"deal":"single-card-deals"},"time_limit":900,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}','fourth','dc81b1d371a4072be7fcfc3e1939f5bddae8bdc168846a50a78face975b9af63',1795765011,NULL,174,1,NULL,0,0,NULL,0,'',NULL,NULL,4,1);
INSERT INTO "races" VALUES(5,'4x13','{}','{"game":"4x13","options":{},"time_limit":900,"seats":8,"countdown":30,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}','fifth','1774b8eebdec58c5f11998669e983f81e3d2c1d1a63649113096ddef143a7c2b',NULL,NULL,0,1,NULL,0,0,NULL,0,'',NULL,NULL,5,1);
INSERT INTO "races" VALUES(6,'thirteens','{}','{"game":"thirteens","options":{},"time_limit":60,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}','491122b866192c0d383cbe4f8e5309b4','e753593055e9f0de2caa32b862686c5d9fab05e2e8fbe957cd0e9f9654430557',1795765012,1795765012,5,1,NULL,0,0,1795765012,0,'',NULL,NULL,2,3);
CREATE TABLE rating_books (
        id INTEGER PRIMARY KEY,
        season INTEGER NOT NULL,
        since INTEGER NOT NULL,             -- races count that were rated after this one
        state TEXT NOT NULL,                -- open, closed, old or, not to be read yet, writing
        changed INTEGER NOT NULL            -- when its state was, in seconds since 1970
    ) STRICT;
INSERT INTO "rating_books" VALUES(1,1,0,'open',1795765010);
CREATE TABLE rating_steps (
        book INTEGER NOT NULL REFERENCES rating_books ON DELETE CASCADE,
        player INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
        family TEXT NOT NULL,
        rated INTEGER NOT NULL,             -- which race, as in `races`
        mu REAL NOT NULL,
        sigma REAL NOT NULL,
        races INTEGER NOT NULL,
        PRIMARY KEY (player, book, family, rated)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "rating_steps" VALUES(1,1,'',1,1.65812336958842979585e+03,4.8395408481262080615e+02,1);
INSERT INTO "rating_steps" VALUES(1,1,'Klondike',1,1.65812336958842979585e+03,4.8395408481262080615e+02,1);
INSERT INTO "rating_steps" VALUES(1,2,'',1,1.34187663041157020417e+03,4.8395408481262080615e+02,1);
INSERT INTO "rating_steps" VALUES(1,2,'Klondike',1,1.34187663041157020417e+03,4.8395408481262080615e+02,1);
CREATE TABLE rating_turns (turn INTEGER PRIMARY KEY) STRICT;
INSERT INTO "rating_turns" VALUES(2);
CREATE TABLE ratings (
        book INTEGER NOT NULL REFERENCES rating_books ON DELETE CASCADE,
        family TEXT NOT NULL,               -- of games; empty: of all games
        player INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
        mu REAL NOT NULL,
        sigma REAL NOT NULL,
        races INTEGER NOT NULL,
        PRIMARY KEY (book, family, player)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "ratings" VALUES(1,'',1,1.65812336958842979585e+03,4.8395408481262080615e+02,1);
INSERT INTO "ratings" VALUES(1,'',2,1.34187663041157020417e+03,4.8395408481262080615e+02,1);
INSERT INTO "ratings" VALUES(1,'Klondike',1,1.65812336958842979585e+03,4.8395408481262080615e+02,1);
INSERT INTO "ratings" VALUES(1,'Klondike',2,1.34187663041157020417e+03,4.8395408481262080615e+02,1);
CREATE TABLE rooms (
        code TEXT PRIMARY KEY,
        host INTEGER NOT NULL,
        settings TEXT NOT NULL,             -- JSON
        race INTEGER REFERENCES races
    , lock TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "rooms" VALUES('GADVYK',4,'{"game":"klondike","options":{"deal":"single-card-deals"},"time_limit":900,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}',1,'');
INSERT INTO "rooms" VALUES('MPUHGF',2,'{"game":"thirteens","options":{},"time_limit":60,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}',6,'');
INSERT INTO "rooms" VALUES('TQUKVF',3,'{"game":"klondike","options":{"deal":"single-card-deals"},"time_limit":900,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}',4,'');
INSERT INTO "rooms" VALUES('MNTCDF',1,'{"game":"4x13","options":{},"time_limit":900,"seats":8,"countdown":30,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}',NULL,'');
CREATE TABLE stock (
        seed TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        options TEXT NOT NULL,
        rules INTEGER NOT NULL,             -- the version of the game's
        solver INTEGER NOT NULL,            -- the version of what found the solution
        solution TEXT NOT NULL,             -- JSON: actions as on the wire, which win the deal
        positions INTEGER NOT NULL,         -- how many it looked at to find it
        made INTEGER NOT NULL               -- seconds since 1970
    , band TEXT, measure INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE INDEX members_by_room ON members (code);
CREATE UNIQUE INDEX players_by_look ON players (name_look);
CREATE UNIQUE INDEX players_by_next_hash ON players (next_hash);
CREATE INDEX bests_by_time ON bests (game, options, fastest) WHERE fastest_race IS NOT NULL;
CREATE INDEX bests_by_score ON bests (game, options, best DESC, best_time);
CREATE INDEX bests_by_wins ON bests (game, options, wins DESC, races);
CREATE INDEX racers_by_player ON racers (player, race);
CREATE INDEX races_by_end ON races (game, options, ended) WHERE ended IS NOT NULL;
CREATE INDEX races_to_forget ON races (COALESCE(ended, started))
        WHERE forgotten < 2 AND (ended IS NOT NULL OR closed IS NOT NULL);
CREATE TRIGGER add_to_bests AFTER UPDATE OF ended ON races
    WHEN OLD.ended IS NULL AND NEW.ended IS NOT NULL
    BEGIN
        
    INSERT INTO bests (player, game, options, races, wins, solved,
        fastest, fastest_race, best, best_time, best_race)
    SELECT player, game, options, 1, COALESCE(win, 0), status = 'won',
        CASE WHEN status = 'won' THEN milliseconds END, CASE WHEN status = 'won' THEN race END,
        score, milliseconds, race
    FROM racers JOIN races ON races.id = race
 WHERE race = NEW.id AND status IS NOT NULL
            AND NOT (SELECT gone FROM players WHERE id = player) 
    ON CONFLICT (player, game, options) DO UPDATE SET
        races = races + 1,
        wins = wins + excluded.wins,
        solved = solved + excluded.solved,
        (fastest, fastest_race) = (SELECT * FROM (
            SELECT bests.fastest, bests.fastest_race
            WHERE excluded.fastest IS NULL OR bests.fastest <= excluded.fastest
            UNION ALL SELECT excluded.fastest, excluded.fastest_race) LIMIT 1),
        (best, best_time, best_race) = (SELECT * FROM (
            SELECT bests.best, bests.best_time, bests.best_race
            WHERE (bests.best, -bests.best_time) >= (excluded.best, -excluded.best_time)
            UNION ALL SELECT excluded.best, excluded.best_time, excluded.best_race) LIMIT 1)
;
    END;
CREATE INDEX stock_by_game ON stock (game, options, rules);
CREATE UNIQUE INDEX races_by_rated ON races (rated) WHERE rated > 0;
CREATE INDEX races_to_rate ON races (ended, id) WHERE ended IS NOT NULL AND rated IS NULL;
CREATE INDEX ratings_by_worth ON ratings (book, family, (mu - 3 * sigma) DESC);
CREATE INDEX ratings_by_player ON ratings (player, book);
CREATE INDEX rating_steps_by_race ON rating_steps (book, rated);
CREATE INDEX races_by_evening ON races (evening, number) WHERE evening IS NOT NULL;
COMMIT;
PRAGMA user_version = 13;
