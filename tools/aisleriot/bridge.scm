;; Plays one game of Debian's package `aisleriot` (compiled rules for Guile 3.0) without its window, for
;; tools.aisleriot.compare and tools.aisleriot.record.
;;
;;     guile --no-auto-compile bridge.scm RULES-DIRECTORY GAME
;;
;; It reads one command a line and answers each with a line of JSON:
;;
;;     (deal SEED (FLAG ...))      sets the options, 1 or 0 each, and deals; answers the layout
;;     (put (("AS" "td") ...) SCORE REDEALS ((VARIABLE VALUE) ...))
;;                                 puts a position, and what the rules remember besides
;;     (look)                      the position; every legal action, and the position after it
;;     (do ACTION)                 carries out an action that `look` has named
;;     (time (drag FROM COUNT TO) TIMES)
;;                                 how many nanoseconds the rules take, each time, to check and carry out
;;                                 a drag and to look for the end; the position stays as it is
;;
;; Cards are written as `AS`, in small letters when they lie face down; a pile's bottom card comes first.
;; The score is false where the rules keep none.

(use-modules (ice-9 rdelim) (srfi srfi-1))

;; The program's side of the rules: the table, and what the window would do ------------------------------

(define piles #())                      ; of (cards type x y spread), the top card first
(define features 0)
(define rules-of-game (make-hash-table)) ; name -> procedure
(define delayed #f)
(define timeout 0)
(define random-state #f)

(define (add-pile! description)          ; (id cards (spread (x y) ...) type)
  (let ((place (caddr description)))
    (set! piles (list->vector
                 (append (vector->list piles)
                         (list (list (cadr description) (cadddr description)
                                     (caadr place) (cadadr place) (car place))))))
    '()))

;; Some games keep the cards that have left in a last pile far outside of the window: out of the game.
(define (piles-in-sight) (filter (lambda (pile) (< (third pile) 20)) (vector->list piles)))

(define (cards-of pile) (car (vector-ref piles pile)))
(define (set-cards! pile cards)
  (vector-set! piles pile (cons cards (cdr (vector-ref piles pile))))
  #t)

(define (name-rules! . procedures)      ; some games name more rules than the window asks for
  (for-each (lambda (name procedure) (hashq-set! rules-of-game name procedure))
            (append '(new-game button-pressed button-released button-clicked
                      button-double-clicked game-over winning-game hint get-options
                      apply-options timeout)
                    (if (logtest features 1) '(droppable) '())
                    (if (logtest features 4) '(dealable) '()))
            procedures))

(define (ignore . arguments) #t)

(define interface
  `((set-feature-word! . ,(lambda (word) (set! features word)))
    (get-feature-word . ,(lambda () features))
    (reset-surface . ,(lambda () (set! piles #())))
    (add-slot . ,add-pile!)
    (get-slot . ,(lambda (pile) (list pile (cards-of pile))))
    (set-cards-c! . ,set-cards!)
    (set-lambda . ,name-rules!)
    (set-lambda! . ,(lambda (name procedure) (hashq-set! rules-of-game name procedure)))
    (aisleriot-random . ,(lambda (below) (random below random-state)))
    (click-to-move? . ,(lambda () #f))
    (get-timeout . ,(lambda () timeout))
    (set-timeout! . ,(lambda (value) (set! timeout value)))
    (delayed-call . ,(lambda (procedure) (set! delayed procedure) #t))
    ,@(map (lambda (name) (cons name ignore))
           '(set-statusbar-message-c set-slot-y-expansion! set-slot-x-expansion! update-score
             undo-set-sensitive redo-set-sensitive dealable-set-sensitive))))

(define interface-module (define-module* '(aisleriot interface)))
(for-each (lambda (entry)
            (module-define! interface-module (car entry) (cdr entry))
            (module-export! interface-module (list (car entry))))
          interface)

(set! %load-compiled-path (cons (cadr (command-line)) %load-compiled-path))
(define api (resolve-module '(aisleriot api)))
(define rules (make-fresh-user-module)) ; a game may redefine what everybody else needs
(module-use! rules interface-module)
(module-use! rules (resolve-interface '(aisleriot api)))

(define (among-rules thunk)
  (save-module-excursion (lambda () (set-current-module rules) (thunk))))

;; A rule asked for what the window would never ask fails; that is a no.
(define (rule name . arguments)
  (catch #t
    (lambda () (among-rules (lambda () (apply (hashq-ref rules-of-game name) arguments))))
    (lambda error #f)))

;; Positions that can be brought back ---------------------------------------------------------------------

(define (score) (module-ref api 'SCORE))
(define (redeals) (module-ref api 'FLIP-COUNTER))
(define (set-score! value) (module-set! api 'SCORE value))
(define (set-redeals! value) (module-set! api 'FLIP-COUNTER value))

(define (names-remembered)              ; the rules' own variables, the base card's rank among them
  (delete-duplicates (append (if (module-defined? rules 'BASE-VAL) '(BASE-VAL) '())
                             (module-ref api 'variable-list))))

(define (keep)
  (list (vector-copy piles) (score) (redeals) timeout (and random-state (copy-random-state random-state))
        (map (lambda (name) (cons name (copy-tree (module-ref rules name)))) (names-remembered))))

(define (bring-back! kept)
  (apply (lambda (kept-piles kept-score kept-redeals kept-timeout kept-random variables)
           (set! piles (vector-copy kept-piles))
           (set-score! kept-score)
           (set-redeals! kept-redeals)
           (set! timeout kept-timeout)
           (set! random-state (and kept-random (copy-random-state kept-random)))
           (set! delayed #f)
           (for-each (lambda (entry) (module-set! rules (car entry) (copy-tree (cdr entry)))) variables))
         kept))

(define (run-delayed! most)
  (if (and delayed (> most 0))
      (let ((procedure delayed))
        (set! delayed #f)
        (catch #t (lambda () (among-rules procedure)) (lambda error #f))
        (run-delayed! (- most 1)))))

;; Actions -------------------------------------------------------------------------------------------------

(define (may-take? pile count)
  (rule 'button-pressed pile (list-head (cards-of pile) count)))

(define (drag! from count to)
  (let ((cards (cards-of from)))
    (and (may-take? from count)
         (begin
           (set-cards! from (list-tail cards count))
           (rule 'button-released from (list-head cards count) to)))))

;; Answers whether the rules accept the action; when they do not, nothing has changed.
(define (act! action)
  (let ((before (keep)))
    (module-set! api 'MOVE '())
    (if (case (car action)
          ((drag) (apply drag! (cdr action)))
          ((click) (rule 'button-clicked (cadr action)))
          ((double) (rule 'button-double-clicked (cadr action)))
          ((deal) (among-rules (lambda () ((module-ref rules 'do-deal-next-cards))))))
        (begin (run-delayed! 400) (rule 'game-over) #t) ; the window asks it too; some rules count then
        (begin (bring-back! before) #f))))

;; Of a pile that is not spread the window offers the top card alone.
(define (within-reach pile)
  (if (eq? 'normal (fifth (vector-ref piles pile)))
      (min 1 (length (cards-of pile)))
      (length (cards-of pile))))

(define (conceivable-actions)
  (let ((all (iota (vector-length piles))))
    (append
     (append-map
      (lambda (from)
        (append
         (append-map (lambda (count)
                       (if (may-take? from count)
                           (map (lambda (to) (list 'drag from count to)) (delete from all))
                           '()))
                     (iota (within-reach from) 1))
         (list (list 'click from) (list 'double from))))
      all)
     (if (and (logtest features 4) (rule 'dealable)) '((deal)) '()))))

;; Every action that is accepted and changes something, with the position that follows.
(define (legal-actions)
  (let ((before (keep)))
    (define (same?) (and (equal? piles (first before)) (= (score) (second before)) (= (redeals) (third before))))
    (filter-map
     (lambda (action)
       (and (act! action)
            (let ((answer (and (not (same?)) `(("action" . ,action) ("after" . ,(position))))))
              (bring-back! before)
              answer)))
     (conceivable-actions))))

;; Answers -------------------------------------------------------------------------------------------------

(define ranks "*A23456789TJQK")
(define suits "CDHS")

(define (card->text card)               ; (rank suit face-up?); an ace may count fourteen
  (let ((text (string (string-ref ranks (if (= 14 (car card)) 1 (car card))) (string-ref suits (cadr card)))))
    (if (caddr card) text (string-downcase text))))

(define (text->card text)
  (list (if (char-ci=? #\A (string-ref text 0))
            (module-ref api 'ace)       ; one, or fourteen
            (string-index ranks (char-upcase (string-ref text 0))))
        (string-index suits (char-upcase (string-ref text 1)))
        (char-upper-case? (string-ref text 1))))

;; What the rules remember of a position besides, as far as it is numbers and truths.
(define (variables)
  (cons '("" . 0)                       ; so that it is never empty
        (filter-map (lambda (name)
                      (let ((value (module-ref rules name)))
                        (and (or (boolean? value) (number? value)) (cons (symbol->string name) value))))
                    (names-remembered))))

(define (position)
  ;; Some games score only when they look for the end, which the window does after every move.
  (let* ((before (keep)) (goes-on (rule 'game-over)) (won (rule 'winning-game)) (score (score)))
    (bring-back! before)
    `(("cards" . ,(list->vector (map (lambda (pile) (list->vector (map card->text (reverse (car pile)))))
                                     (piles-in-sight))))
      ("score" . ,(and (not (logtest features 2)) score)) ("redeals" . ,(redeals))
      ("variables" . ,(variables))
      ("won" . ,(and (not goes-on) won #t)))))

(define (layout)
  (map (lambda (pile)
         `(("type" . ,(second pile)) ("x" . ,(third pile)) ("y" . ,(fourth pile)) ("spread" . ,(fifth pile))))
       (piles-in-sight)))

(define (json value)                    ; an association list with strings as keys is an object
  (cond ((boolean? value) (if value "true" "false"))
        ((number? value) (number->string (if (exact-integer? value) value (exact->inexact value))))
        ((symbol? value) (json (symbol->string value)))
        ((string? value) (string-append "\"" value "\""))
        ((vector? value) (json (vector->list value)))
        ((and (pair? value) (pair? (car value)) (string? (caar value)))
         (string-append "{" (string-join (map (lambda (entry) (string-append (json (car entry)) ":" (json (cdr entry))))
                                              value) ",") "}"))
        (else (string-append "[" (string-join (map json value) ",") "]"))))

(define (choose-options! flags)
  (let ((options (rule 'get-options)))
    (if (pair? options)
        (begin
          (for-each (lambda (option flag) (list-set! option 1 (= flag 1))) (filter list? options) flags)
          (rule 'apply-options options)))))

(define (deal! seed flags)
  (choose-options! flags)
  (set! random-state (seed->random-state seed))
  (set! delayed #f)
  (if (module-defined? rules 'BASE-VAL) (module-set! rules 'BASE-VAL 0)) ; not every game forgets it
  (let again ()                         ; as the window does: until the deal has a first move
    (rule 'new-game)
    (if (not (rule 'game-over)) (again)))
  (run-delayed! 400)
  `(("layout" . ,(layout))))

(define (put! cards score redeals variables)
  (for-each (lambda (pile texts) (set-cards! pile (reverse (map text->card texts))))
            (iota (length cards)) cards)
  (set-score! score)
  (set-redeals! redeals)
  (for-each (lambda (variable) (module-set! rules (car variable) (cadr variable))) variables))

;; With nothing around the rules but what the window has, too: to ask by way of `rule` takes as long again.
(define (time-of from count to times)
  (let ((before (keep))
        (press (hashq-ref rules-of-game 'button-pressed))
        (release (hashq-ref rules-of-game 'button-released))
        (look-for-end (hashq-ref rules-of-game 'game-over)))
    (let again ((left times) (taken '()))
      (bring-back! before)
      (if (= left 0)
          `(("nanoseconds" . ,(map (lambda (units) (/ (* 1e9 units) internal-time-units-per-second)) taken)))
          (let* ((cards (cards-of from)) (held (list-head cards count)) (start (get-internal-run-time)))
            (among-rules
             (lambda ()
               (press from held)
               (set-cards! from (list-tail cards count))
               (release from held to)
               (catch #t look-for-end (lambda error #f))))
            (again (- left 1) (cons (- (get-internal-run-time) start) taken)))))))

(define (answer command)
  (case (car command)
    ((deal) (apply deal! (cdr command)))
    ((put) (apply put! (cdr command)) (position))
    ((look) (append (position) `(("actions" . ,(list->vector (legal-actions))))))
    ((time) (apply time-of (append (cdadr command) (cddr command))))
    ((do) `(("done" . ,(and (act! (cadr command)) #t)) ,@(position)))))

(among-rules (lambda () (primitive-load-path (caddr (command-line)))))
(let loop ((line (read-line)))
  (if (not (eof-object? line))
      (begin
        (display (json (answer (with-input-from-string line read))))
        (newline)
        (force-output)
        (loop (read-line)))))
