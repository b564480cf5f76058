BEGIN TRANSACTION;
CREATE TABLE attended (
        player INTEGER NOT NULL REFERENCES players,
        evening INTEGER NOT NULL REFERENCES races,
        number INTEGER NOT NULL,            -- of how many of its races they were told the end
        PRIMARY KEY (player, evening)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "attended" VALUES(1,1,1);
INSERT INTO "attended" VALUES(1,5,0);
INSERT INTO "attended" VALUES(2,1,1);
INSERT INTO "attended" VALUES(2,2,3);
INSERT INTO "attended" VALUES(3,4,0);
INSERT INTO "attended" VALUES(4,1,1);
INSERT INTO "attended" VALUES(5,2,2);
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
INSERT INTO "bests" VALUES(1,'klondike','{"deal":"single-card-deals"}',1,1,0,NULL,NULL,1,80,1);
INSERT INTO "bests" VALUES(2,'klondike','{"deal":"single-card-deals"}',1,0,0,NULL,NULL,0,0,1);
INSERT INTO "bests" VALUES(2,'thirteens','{}',3,1,1,955,2,52,955,2);
INSERT INTO "bests" VALUES(5,'thirteens','{}',2,0,0,NULL,NULL,0,0,2);
CREATE TABLE dailies (
        day TEXT PRIMARY KEY,               -- as 2026-11-27, in the server's zone
        game TEXT NOT NULL,
        options TEXT NOT NULL,
        rules INTEGER NOT NULL,             -- the version of the game's
        seed TEXT NOT NULL UNIQUE,
        solution TEXT NOT NULL,             -- JSON, as in `stock`
        certificate TEXT NOT NULL,          -- SHA-256 with the seed
        band TEXT,                          -- how hard it is; NULL: any that can be won
        secret TEXT,                        -- by which places are hashed; NULL: forgotten
        told INTEGER NOT NULL DEFAULT 0     -- the news of it
    ) STRICT, WITHOUT ROWID;
CREATE TABLE daily_attempts (
        day TEXT NOT NULL REFERENCES dailies,
        player INTEGER NOT NULL REFERENCES players,
        race INTEGER NOT NULL UNIQUE REFERENCES races,
        place TEXT,                         -- where it came from, hashed; NULL: not known any more
        PRIMARY KEY (day, player)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE entries (
        race INTEGER NOT NULL REFERENCES races,
        number INTEGER NOT NULL,            -- entries of the race before this one
        player INTEGER NOT NULL,
        entry TEXT NOT NULL,                -- JSON: an action as on the wire, "undo", "give up"
        milliseconds INTEGER NOT NULL, position INTEGER,      -- from the start
        PRIMARY KEY (race, number)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "entries" VALUES(1,0,1,'[0]',68,3731651791);
INSERT INTO "entries" VALUES(1,1,1,'[1,1,2]',80,1098653627);
INSERT INTO "entries" VALUES(1,2,1,'[2,1,3]',89,575786595);
INSERT INTO "entries" VALUES(1,3,1,'"undo"',101,1098653627);
INSERT INTO "entries" VALUES(1,4,2,'[0]',111,3731651791);
INSERT INTO "entries" VALUES(1,5,1,'"give up"',121,NULL);
INSERT INTO "entries" VALUES(1,6,2,'"give up"',122,NULL);
INSERT INTO "entries" VALUES(2,0,2,'[11,1,14]',40,2905707804);
INSERT INTO "entries" VALUES(2,1,2,'[12,1,10]',55,1001897640);
INSERT INTO "entries" VALUES(2,2,2,'[4,1,0]',68,2726069032);
INSERT INTO "entries" VALUES(2,3,2,'[4,1,16]',81,2794849421);
INSERT INTO "entries" VALUES(2,4,2,'[4,1,8]',97,50185325);
INSERT INTO "entries" VALUES(2,5,2,'[1,1,4]',106,2517019285);
INSERT INTO "entries" VALUES(2,6,2,'[4]',117,2310343905);
INSERT INTO "entries" VALUES(2,7,2,'[1,1,3]',241,937675189);
INSERT INTO "entries" VALUES(2,8,2,'[3,1,6]',284,1906594672);
INSERT INTO "entries" VALUES(2,9,2,'[3,1,1]',330,3414048064);
INSERT INTO "entries" VALUES(2,10,2,'[3,1,1]',349,1696056372);
INSERT INTO "entries" VALUES(2,11,2,'[5,1,1]',386,1798640106);
INSERT INTO "entries" VALUES(2,12,2,'[4,1,1]',447,1911414001);
INSERT INTO "entries" VALUES(2,13,2,'[4,1,2]',538,3551939412);
INSERT INTO "entries" VALUES(2,14,2,'[4,1,2]',650,2645197023);
INSERT INTO "entries" VALUES(2,15,2,'[7,1,5]',697,1900068185);
INSERT INTO "entries" VALUES(2,16,2,'[2]',702,2928413344);
INSERT INTO "entries" VALUES(2,17,2,'[7,1,16]',704,2214418151);
INSERT INTO "entries" VALUES(2,18,2,'[9,1,7]',712,3685185885);
INSERT INTO "entries" VALUES(2,19,2,'[9,1,7]',722,3359864555);
INSERT INTO "entries" VALUES(2,20,2,'[3,1,4]',734,3683801687);
INSERT INTO "entries" VALUES(2,21,2,'[4,1,8]',745,3815384275);
INSERT INTO "entries" VALUES(2,22,2,'[9,1,12]',754,1832918133);
INSERT INTO "entries" VALUES(2,23,2,'[10,1,8]',797,3004432214);
INSERT INTO "entries" VALUES(2,24,2,'[10,1,13]',806,2535407483);
INSERT INTO "entries" VALUES(2,25,2,'[6,1,13]',821,2724292162);
INSERT INTO "entries" VALUES(2,26,2,'[14,1,13]',832,907060870);
INSERT INTO "entries" VALUES(2,27,2,'[11,1,13]',841,1030403378);
INSERT INTO "entries" VALUES(2,28,2,'[12,1,13]',852,4284049017);
INSERT INTO "entries" VALUES(2,29,2,'[14,1,13]',859,1065232823);
INSERT INTO "entries" VALUES(2,30,2,'[12,1,14]',872,2845100635);
INSERT INTO "entries" VALUES(2,31,2,'[13,1,12]',917,445557949);
INSERT INTO "entries" VALUES(2,32,2,'[14,1,13]',939,329915530);
INSERT INTO "entries" VALUES(2,33,2,'[13,1,12]',955,738257932);
INSERT INTO "entries" VALUES(4,0,3,'[6,1,12]',54,4113231814);
INSERT INTO "entries" VALUES(4,1,3,'[8,1,2]',62,1693927183);
INSERT INTO "entries" VALUES(4,2,3,'[2,1,3]',68,2348705554);
INSERT INTO "entries" VALUES(4,3,3,'[3,1,2]',76,1693927183);
INSERT INTO "entries" VALUES(6,0,2,'"sent away"',24,NULL);
CREATE TABLE evenings (
        code TEXT PRIMARY KEY REFERENCES rooms ON DELETE CASCADE,
        race INTEGER NOT NULL,              -- that it began with; 0: with none yet
        course TEXT NOT NULL                -- JSON: see `server.rooms.records.Course`
    ) STRICT, WITHOUT ROWID;
INSERT INTO "evenings" VALUES('CYBTUS',5,'{}');
INSERT INTO "evenings" VALUES('GXEMPQ',2,'{}');
INSERT INTO "evenings" VALUES('UTFGAQ',1,'{}');
INSERT INTO "evenings" VALUES('XBVTDA',4,'{}');
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
INSERT INTO "members" VALUES(1,'CYBTUS',1,7);
INSERT INTO "members" VALUES(2,'GXEMPQ',1,4);
INSERT INTO "members" VALUES(3,'XBVTDA',1,6);
INSERT INTO "members" VALUES(4,'UTFGAQ',0,3);
CREATE TABLE players (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL UNIQUE,      -- case-folded: names too alike are one name
        token_hash TEXT NOT NULL UNIQUE,    -- SHA-256 in hexadecimal; the token itself is nowhere
        bot INTEGER NOT NULL,
        made INTEGER NOT NULL               -- seconds since 1970
    , name_look TEXT, next_hash TEXT, seen INTEGER, gone INTEGER NOT NULL DEFAULT 0, unrated INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "players" VALUES(1,'ann','ann','4587969a6177c98546649b06b518fd5a878ac0bb49b2699b621895534811920e',0,1795784912,'ann',NULL,1795784912,0,0);
INSERT INTO "players" VALUES(2,'bob','bob','5b69236daa59fd5ce8a4fb6c7df0236de4a90bda3aa842f0488336ad3bd26f05',0,1795784912,'bob',NULL,1795784912,0,0);
INSERT INTO "players" VALUES(3,'cat','cat','4ee6e9d9054ec7e8a7e91b9013c0e3ce9dbbf59a2ff52cfc2cf85eb2578ce1d2',0,1795784912,'cat',NULL,1795784912,0,0);
INSERT INTO "players" VALUES(4,'dan','dan','5fa3efb5540b05cdf9c08f38bae0ef77b334bda22c6431d8588b9d7fd5bc8507',0,1795784912,'dan',NULL,1795784913,0,0);
INSERT INTO "players" VALUES(5,'eve','eve','bf36201d50ff6ef5ce918adc59e0f836e6dd1cdda97ffc0dd0569534f2e5b20e',1,1795784912,'eve',NULL,1795784913,0,0);
CREATE TABLE practice (
        code TEXT PRIMARY KEY REFERENCES rooms ON DELETE CASCADE,
        deal TEXT NOT NULL,                 -- the deal's code
        race INTEGER NOT NULL,              -- where the deal is from, and whose moves; 0: a code
        player INTEGER NOT NULL,
        number INTEGER NOT NULL,            -- after how many of that player's entries
        actions TEXT NOT NULL               -- JSON: those that were not taken back by then
    , won INTEGER NOT NULL DEFAULT 0, once INTEGER NOT NULL DEFAULT 0, daily TEXT NOT NULL DEFAULT '', ghosts TEXT NOT NULL DEFAULT '[]') STRICT, WITHOUT ROWID;
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
INSERT INTO "racers" VALUES(1,1,0,'gave up',1,1,4,80,1);
INSERT INTO "racers" VALUES(1,2,1,'gave up',0,2,1,0,0);
INSERT INTO "racers" VALUES(2,2,0,'won',52,1,34,955,1);
INSERT INTO "racers" VALUES(2,5,1,'out of time',0,2,0,0,0);
INSERT INTO "racers" VALUES(3,2,0,'out of time',0,1,0,0,0);
INSERT INTO "racers" VALUES(3,5,1,'out of time',0,1,0,0,0);
INSERT INTO "racers" VALUES(4,3,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "racers" VALUES(6,2,0,'stopped',0,1,0,0,0);
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
    , rules INTEGER NOT NULL DEFAULT 1, closed TEXT, locked INTEGER NOT NULL DEFAULT 0, forgotten INTEGER NOT NULL DEFAULT 0, over INTEGER, practice INTEGER NOT NULL DEFAULT 0, certificate TEXT NOT NULL DEFAULT '', solution TEXT, rated INTEGER, evening INTEGER, number INTEGER, daily TEXT, host INTEGER) STRICT;
INSERT INTO "races" VALUES(1,'klondike','{"deal":"single-card-deals"}','{"game":"klondike","options":{"deal":"single-card-deals"},"time_limit":900,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}','first','a7937b64b8caa58f03721bb6bacf5c78cb235febe0e70b1b84cd99541461a08e',1795784913,1795784913,122,1,NULL,0,0,1795784913,0,'',NULL,1,1,1,NULL,1);
INSERT INTO "races" VALUES(2,'thirteens','{}','{"game":"thirteens","options":{},"time_limit":60,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}','42','73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049',1795784913,1795784914,60000,1,NULL,0,0,1795784914,0,'',NULL,NULL,2,1,NULL,2);
INSERT INTO "races" VALUES(3,'thirteens','{}','{"game":"thirteens","options":{},"time_limit":60,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}','third','b1e99324505bd32da0e1f85dcf5e19a09db0481e8a15f62c41eb320304a8e927',1795784914,1795784914,60000,1,NULL,0,0,1795784914,0,'',NULL,NULL,2,2,NULL,2);
INSERT INTO "races" VALUES(4,'klondike','{"deal":"single-card-deals"}','{"game":"klondike","options":{"deal":"single-card-deals"},"time_limit":900,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}','fourth','dc81b1d371a4072be7fcfc3e1939f5bddae8bdc168846a50a78face975b9af63',1795784914,NULL,299,1,NULL,0,0,NULL,0,'',NULL,NULL,4,1,NULL,3);
INSERT INTO "races" VALUES(5,'4x13','{}','{"game":"4x13","options":{},"time_limit":900,"seats":8,"countdown":30,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}','fifth','1774b8eebdec58c5f11998669e983f81e3d2c1d1a63649113096ddef143a7c2b',NULL,NULL,0,1,NULL,0,0,NULL,0,'',NULL,NULL,5,1,NULL,1);
INSERT INTO "races" VALUES(6,'thirteens','{}','{"game":"thirteens","options":{},"time_limit":60,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}','ac9cf19db436873df1cef4547b0a8dd0','e22b2b6335d43433264c33898ac0a01fa2a98e6c2ef9f9c356348604fbaf8622',1795784914,1795784914,24,1,NULL,0,0,1795784914,0,'',NULL,NULL,2,3,NULL,2);
CREATE TABLE rating_books (
        id INTEGER PRIMARY KEY,
        season INTEGER NOT NULL,
        since INTEGER NOT NULL,             -- races count that were rated after this one
        state TEXT NOT NULL,                -- open, closed, old or, not to be read yet, writing
        changed INTEGER NOT NULL            -- when its state was, in seconds since 1970
    ) STRICT;
INSERT INTO "rating_books" VALUES(1,1,0,'open',1795784913);
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
INSERT INTO "rating_turns" VALUES(1);
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
    , lock TEXT NOT NULL DEFAULT '', daily TEXT) STRICT;
INSERT INTO "rooms" VALUES('UTFGAQ',4,'{"game":"klondike","options":{"deal":"single-card-deals"},"time_limit":900,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}',1,'',NULL);
INSERT INTO "rooms" VALUES('GXEMPQ',2,'{"game":"thirteens","options":{},"time_limit":60,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}',6,'',NULL);
INSERT INTO "rooms" VALUES('XBVTDA',3,'{"game":"klondike","options":{"deal":"single-card-deals"},"time_limit":900,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}',4,'',NULL);
INSERT INTO "rooms" VALUES('CYBTUS',1,'{"game":"4x13","options":{},"time_limit":900,"seats":8,"countdown":30,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true,"same_address":null,"deals":"any","rated":true,"series":null}',NULL,'',NULL);
CREATE TABLE said (
        id INTEGER PRIMARY KEY,
        code TEXT NOT NULL,                 -- the room, while it is there; empty after that
        number INTEGER NOT NULL,            -- which of the room's lines it is, from 1
        evening INTEGER NOT NULL,           -- the race that it began with; 0: with none yet
        at INTEGER NOT NULL,                -- seconds since 1970
        player INTEGER NOT NULL,
        text TEXT NOT NULL,
        heard TEXT NOT NULL,                -- who was told it, as ,12,45,
        waits INTEGER NOT NULL              -- others are told it when they see the race
    ) STRICT;
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
CREATE INDEX daily_attempts_by_player ON daily_attempts (player, day);
CREATE INDEX races_to_forget ON races (COALESCE(ended, started)) WHERE forgotten < 2
        AND (ended IS NOT NULL OR closed IS NOT NULL OR (daily IS NOT NULL AND over IS NOT NULL));
CREATE INDEX races_by_time ON races (ended) WHERE ended IS NOT NULL;
CREATE INDEX said_by_room ON said (code, number);
CREATE INDEX said_by_evening ON said (evening);
CREATE INDEX said_by_player ON said (player);
CREATE INDEX said_by_time ON said (at);
COMMIT;
PRAGMA user_version = 17;
