BEGIN TRANSACTION;
CREATE TABLE entries (
        race INTEGER NOT NULL REFERENCES races,
        number INTEGER NOT NULL,            -- entries of the race before this one
        player INTEGER NOT NULL,
        entry TEXT NOT NULL,                -- JSON: an action as on the wire, "undo", "give up"
        milliseconds INTEGER NOT NULL, position INTEGER,      -- from the start
        PRIMARY KEY (race, number)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "entries" VALUES(1,0,1,'[0]',13,3731651791);
INSERT INTO "entries" VALUES(1,1,1,'[1,1,2]',16,1098653627);
INSERT INTO "entries" VALUES(1,2,1,'[2,1,3]',24,575786595);
INSERT INTO "entries" VALUES(1,3,1,'"undo"',27,1098653627);
INSERT INTO "entries" VALUES(1,4,2,'[0]',32,3731651791);
INSERT INTO "entries" VALUES(1,5,1,'"give up"',59,NULL);
INSERT INTO "entries" VALUES(1,6,2,'"give up"',59,NULL);
INSERT INTO "entries" VALUES(2,0,2,'[11,1,14]',13,2905707804);
INSERT INTO "entries" VALUES(2,1,2,'[12,1,10]',20,1001897640);
INSERT INTO "entries" VALUES(2,2,2,'[4,1,0]',28,2726069032);
INSERT INTO "entries" VALUES(2,3,2,'[4,1,16]',32,2794849421);
INSERT INTO "entries" VALUES(2,4,2,'[4,1,8]',38,50185325);
INSERT INTO "entries" VALUES(2,5,2,'[1,1,4]',56,2517019285);
INSERT INTO "entries" VALUES(2,6,2,'[4]',61,2310343905);
INSERT INTO "entries" VALUES(2,7,2,'[1,1,3]',72,937675189);
INSERT INTO "entries" VALUES(2,8,2,'[3,1,6]',80,1906594672);
INSERT INTO "entries" VALUES(2,9,2,'[3,1,1]',92,3414048064);
INSERT INTO "entries" VALUES(2,10,2,'[3,1,1]',102,1696056372);
INSERT INTO "entries" VALUES(2,11,2,'[5,1,1]',108,1798640106);
INSERT INTO "entries" VALUES(2,12,2,'[4,1,1]',116,1911414001);
INSERT INTO "entries" VALUES(2,13,2,'[4,1,2]',128,3551939412);
INSERT INTO "entries" VALUES(2,14,2,'[4,1,2]',140,2645197023);
INSERT INTO "entries" VALUES(2,15,2,'[7,1,5]',145,1900068185);
INSERT INTO "entries" VALUES(2,16,2,'[2]',149,2928413344);
INSERT INTO "entries" VALUES(2,17,2,'[7,1,16]',154,2214418151);
INSERT INTO "entries" VALUES(2,18,2,'[9,1,7]',160,3685185885);
INSERT INTO "entries" VALUES(2,19,2,'[9,1,7]',172,3359864555);
INSERT INTO "entries" VALUES(2,20,2,'[3,1,4]',180,3683801687);
INSERT INTO "entries" VALUES(2,21,2,'[4,1,8]',192,3815384275);
INSERT INTO "entries" VALUES(2,22,2,'[9,1,12]',200,1832918133);
INSERT INTO "entries" VALUES(2,23,2,'[10,1,8]',208,3004432214);
INSERT INTO "entries" VALUES(2,24,2,'[10,1,13]',218,2535407483);
INSERT INTO "entries" VALUES(2,25,2,'[6,1,13]',224,2724292162);
INSERT INTO "entries" VALUES(2,26,2,'[14,1,13]',235,907060870);
INSERT INTO "entries" VALUES(2,27,2,'[11,1,13]',242,1030403378);
INSERT INTO "entries" VALUES(2,28,2,'[12,1,13]',255,4284049017);
INSERT INTO "entries" VALUES(2,29,2,'[14,1,13]',256,1065232823);
INSERT INTO "entries" VALUES(2,30,2,'[12,1,14]',272,2845100635);
INSERT INTO "entries" VALUES(2,31,2,'[13,1,12]',277,445557949);
INSERT INTO "entries" VALUES(2,32,2,'[14,1,13]',288,329915530);
INSERT INTO "entries" VALUES(2,33,2,'[13,1,12]',300,738257932);
INSERT INTO "entries" VALUES(4,0,3,'[6,1,12]',9,4113231814);
INSERT INTO "entries" VALUES(4,1,3,'[8,1,2]',14,1693927183);
INSERT INTO "entries" VALUES(4,2,3,'[2,1,3]',28,2348705554);
INSERT INTO "entries" VALUES(4,3,3,'[3,1,2]',36,1693927183);
CREATE TABLE members (
        player INTEGER PRIMARY KEY,         -- a player is in one room at most
        code TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE,
        seated INTEGER NOT NULL,
        came INTEGER NOT NULL               -- the order in which they came
    ) STRICT;
INSERT INTO "members" VALUES(1,'MAHMKH',1,7);
INSERT INTO "members" VALUES(2,'QDCFYN',1,4);
INSERT INTO "members" VALUES(3,'WSXGSA',1,6);
INSERT INTO "members" VALUES(4,'PXTAQZ',0,3);
INSERT INTO "members" VALUES(5,'QDCFYN',1,5);
CREATE TABLE players (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL UNIQUE,      -- case-folded: names too alike are one name
        token_hash TEXT NOT NULL UNIQUE,    -- SHA-256 in hexadecimal; the token itself is nowhere
        bot INTEGER NOT NULL,
        made INTEGER NOT NULL               -- seconds since 1970
    ) STRICT;
INSERT INTO "players" VALUES(1,'ann','ann','4587969a6177c98546649b06b518fd5a878ac0bb49b2699b621895534811920e',0,1795315154);
INSERT INTO "players" VALUES(2,'bob','bob','5b69236daa59fd5ce8a4fb6c7df0236de4a90bda3aa842f0488336ad3bd26f05',0,1795315154);
INSERT INTO "players" VALUES(3,'cat','cat','4ee6e9d9054ec7e8a7e91b9013c0e3ce9dbbf59a2ff52cfc2cf85eb2578ce1d2',0,1795315154);
INSERT INTO "players" VALUES(4,'dan','dan','5fa3efb5540b05cdf9c08f38bae0ef77b334bda22c6431d8588b9d7fd5bc8507',0,1795315154);
INSERT INTO "players" VALUES(5,'eve','eve','bf36201d50ff6ef5ce918adc59e0f836e6dd1cdda97ffc0dd0569534f2e5b20e',1,1795315154);
CREATE TABLE racers (
        race INTEGER NOT NULL REFERENCES races,
        player INTEGER NOT NULL REFERENCES players,
        seat INTEGER NOT NULL,
        status TEXT,                        -- NULL, as is all that follows, until the race is over
        score INTEGER,
        place INTEGER,
        moves INTEGER,
        milliseconds INTEGER,
        PRIMARY KEY (race, player)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "racers" VALUES(1,1,0,'gave up',1,1,4,16);
INSERT INTO "racers" VALUES(1,2,1,'gave up',0,2,1,0);
INSERT INTO "racers" VALUES(2,2,0,'won',52,1,34,300);
INSERT INTO "racers" VALUES(2,5,1,'out of time',0,2,0,0);
INSERT INTO "racers" VALUES(3,2,0,'out of time',0,1,0,0);
INSERT INTO "racers" VALUES(3,5,1,'out of time',0,1,0,0);
INSERT INTO "racers" VALUES(4,3,0,NULL,NULL,NULL,NULL,NULL);
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
    , rules INTEGER NOT NULL DEFAULT 1, closed TEXT) STRICT;
INSERT INTO "races" VALUES(1,'klondike','{"deal":"single-card-deals"}','{"game":"klondike","options":{"deal":"single-card-deals"},"time_limit":900,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true}','first','a7937b64b8caa58f03721bb6bacf5c78cb235febe0e70b1b84cd99541461a08e',1795315154,1795315154,59,1,NULL);
INSERT INTO "races" VALUES(2,'thirteens','{}','{"game":"thirteens","options":{},"time_limit":60,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true}','42','73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049',1795315154,1795315154,60000,1,NULL);
INSERT INTO "races" VALUES(3,'thirteens','{}','{"game":"thirteens","options":{},"time_limit":60,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true}','third','b1e99324505bd32da0e1f85dcf5e19a09db0481e8a15f62c41eb320304a8e927',1795315154,1795315154,60000,1,NULL);
INSERT INTO "races" VALUES(4,'klondike','{"deal":"single-card-deals"}','{"game":"klondike","options":{"deal":"single-card-deals"},"time_limit":900,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true}','fourth','dc81b1d371a4072be7fcfc3e1939f5bddae8bdc168846a50a78face975b9af63',1795315154,NULL,68,1,NULL);
INSERT INTO "races" VALUES(5,'4x13','{}','{"game":"4x13","options":{},"time_limit":900,"seats":8,"countdown":30,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true}','fifth','1774b8eebdec58c5f11998669e983f81e3d2c1d1a63649113096ddef143a7c2b',NULL,NULL,0,1,NULL);
CREATE TABLE rooms (
        code TEXT PRIMARY KEY,
        host INTEGER NOT NULL,
        settings TEXT NOT NULL,             -- JSON
        race INTEGER REFERENCES races
    ) STRICT;
INSERT INTO "rooms" VALUES('PXTAQZ',4,'{"game":"klondike","options":{"deal":"single-card-deals"},"time_limit":900,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true}',1);
INSERT INTO "rooms" VALUES('QDCFYN',2,'{"game":"thirteens","options":{},"time_limit":60,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true}',3);
INSERT INTO "rooms" VALUES('WSXGSA',3,'{"game":"klondike","options":{"deal":"single-card-deals"},"time_limit":900,"seats":8,"countdown":0,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true}',4);
INSERT INTO "rooms" VALUES('MAHMKH',1,'{"game":"4x13","options":{},"time_limit":900,"seats":8,"countdown":30,"show_boards":false,"undo":true,"hints":true,"delay":0,"listed":true}',5);
CREATE INDEX races_by_game ON races (game, options) WHERE ended IS NOT NULL;
CREATE INDEX members_by_room ON members (code);
COMMIT;
PRAGMA user_version = 2;
