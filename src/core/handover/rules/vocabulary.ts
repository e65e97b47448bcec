import type { Vocabulary } from '../pattern.ts';

/** Word lists that several reasons share; see pattern.ts for the notation. */
export const SHARED: Vocabulary = {
  /** A sentence that starts like this asks a general question. */
  general: [
    'how_do|how_does|how_to|how_can|how_could|how_would|how_should|how_much|how_many|how_long|how_is|how_are|howto|how_often',
    'what_is|what_are|whats|what_does|what_do_you|what_happens|what_would|what_will|what_counts|what_kind|what_if',
    'where_do|where_can|where_is_the|where_are_the|where_to|when_do|when_does|when_is|when_are|when_will|who_is|who_are|whos',
    '>is_it|>is_there|>are_there|>is_this|>is_that|>are_you|do_you_guys|>do_you|>does|>do_i|>do_we|am_i_allowed|>can_i|can_you_get|>can_we|can_one|can_someone_explain|>could_i',
    '>may_i|>should_i|>would_i|>will_i|in_general|generally|under_which|want_to_know_if|whether|ob_ich|ob_man|ob_es|ob_ihr|just_curious|just_wondering|out_of_curiosity|tutorial',
    '>wie|>wo|>wann|>welche*|>welcher|was_ist|was_sind|was_passiert|was_macht|was_bedeutet|was_kostet|was_heisst|wer_ist|wer_sind|>woran|>wofür|>wozu|wie_kann|wie_geht|wie_komm*|wie_mach*|wie_lange|wie_viel*|wie_oft|wie_teuer|wie_krieg*|wie_bekomm*|wie_funktioniert|wie_läuft|wo_kann|wo_finde*|wo_gibt|wo_bekomm*|wo_krieg*|wo_muss|wie_muss|wie_setz*|wie_änder*|wie_stell*|wie_bann*|wie_mute*|wie_kick*|wie_lösch*|wie_richt*',
    '>gibt_es|>gibts|>gibt_s|>kann_ich|>kann_man|>könnte_man|>kann_jeder|>darf|>dürfen|darf_man|>muss_ich|>muss_man|sollte_man|soll_man|>bekomme_ich|bekommt_man',
    '>krieg_ich|kriegt_man|>ist_es|>ist_das|allgemein|generell|grundsätzlich|>habt_ihr|>bietet_ihr|>seid_ihr|>macht_ihr|könnt_ihr_erklären',
    '^is|^are|^do|^does|^can|^could|^should|^when|^will|^would|^which|^who|^what|^how|^where|^was|^did',
    '^kann|^ist|^sind|^gibt|^darf|^wer|^muss|^hat|^haben|^warum_gibt|wohin|woher|wodurch|inwiefern|^wird|^werden|^bekommt',
    '{hypothetical}|{fiction}',
  ],
  hypothetical: [
    'if|what_happens|would_i|>will_i|>do_i|in_case|could_i|when_do|when_does|will_my|can_my|can_you_get|get_banned_for|avoid|prevent|protect',
    'wenn|falls|was_passiert|was_wäre|>werde_ich|wird_man|kann_man|sollte|angenommen|vermeid*|schütz*|verhinder*|bevor|damit|would|might',
  ],
  /** The game or the stage speaks, not the person. */
  fiction: [
    'rp|roleplay|rollenspiel|ingame|in_game|im_spiel|mission*|quest*|npc*|boss|mob|mobs|skin|skins|skill|skills|minigame*',
    'character|charakter|kampagne|story|lore|im_rp|spielmodus|pvp|pve|raid|dungeon|wither|creeper|zombie*',
  ],
  howto: [
    'how_do|how_to|how_can|how_would|how_does|howto|where_do|where_can|which_command|what_command|wie|wo|welcher_befehl|mit_welchem_befehl',
  ],
  i: [
    'i|im|ive|id|ich|we|weve|wir|habe|hab|habs|bin|^wurde|^wurd|my|mein|meine|meinen|meinem|meiner|mei|our|unser|unsere',
  ],
  my: ['my|our|mein|meine|meinen|meinem|meiner|mei|unser*|mine|me'],
  someone: [
    'some_random|random_guy|random_dude|guy|rando|someone|somebody|some_guy|some_dude|a_guy|this_guy|that_guy|user|player|member|people|they|he|she|stranger|hacker|dude|person|man|woman',
    'some1|smb|sb|jmd|jemand|irgendwer|einer|irgendjemand|fremder|typ|kerl|spieler*|mitglied*|nutzer*|er|sie|leute|die|der|unbekannte*',
  ],
  want: [
    'want|wants|wanna|need|demand|require|would_like|id_like|request|requesting|expect|asking_for|ask_for|give_me|gimme|please|pls|plz|waiting_for',
    'will|möchte|mochte|möcht|hätte_gern*|hätt_gern*|hätte_ich_gern*|verlange|fordere|brauche|brauch|bitte|bitten_um|wünsche|erwarte|beantrage|wollen|warte',
  ],
  not: [
    'not|never|no|nothing|didnt|dont|havent|hasnt|cant|cannot|couldnt|doesnt|isnt|wasnt|nix|nichts|nicht|nich|nech|nüscht|nischt|net|ned_mehr|mi_ned|mich_ned|is_ned|komm_ned|kann_ned|hab_ned|nit|nimmer|kein*|nie|niemals|nada|nichtmal|without|ohne',
  ],
  delete: [
    'runter|runternehmen|take_down|taken_down|take_it_down|take_this_down|entferne|delete|deleted|deletion|erase|erased|erasure|wipe|wiped|remove|removed|purge|lösche|löschen|löscht|löschung|gelöscht|entfernt|entfernen|vernichte*',
  ],
  staff: [
    'mod|mods|moderator*|moderation|admin*|staff|staffs|staffmember|team|teamler|supporter*|support|developer*|dev|devs|owner|gm|gms|gamemaster*|helper*',
    'kollegen|kollege|kollegin|teammitglied*|mitarbeiter*|betreiber*|inhaber*|chef|serverleitung|leitung',
  ],
  /** Something went wrong for the person. */
  adverse: [
    '{not}|even_tho|eventhough|tho|rejected|declined|denied|not_accepted|abgelehnt|verweigert|still|wrong|wrongly|mistake|broken|damaged|missing|although|even_though|but_then|accident*|undo|reverse|back|failed|error|nobody|noone|no_one|wtf|expired|already_used|already_redeemed|stuck|lost|gone|nowhere|unfair|fake|disappeared|removed|taken_away|revoked|ignored|ignoring|only_got|no_answer|no_response|no_reply|refused|refuse|too_late|unhappy|disappointed|not_as_described|invalid|useless|dead|nobody_answers',
    'obwohl|trotzdem|immer_noch|falsch*|kaputt|defekt*|beschädigt*|fehlt|fehlen|versehentlich|versehen|zurück|rückgängig|weg|verschwunden|niemand|fehler|abgelaufen|bereits_eingelöst|schon_eingelöst|wieder_weg|unverschämt|beschwer*|unzufrieden|entfernt|weggenommen|ungültig|ignoriert*|enttäuscht|keine_antwort|verspätet|statt|anstatt|leider|funktioniert_nicht|keiner',
  ],
  unfair: [
    'unfair*|unjust*|wrongly|wrongful*|wrongfully|falsely|false|mistake*|error|by_accident|accidentally|no_reason|any_reason|without_reason|no_warning|no_explanation|without_explanation|without_warning|without_any|without_a_reason|insane|absurd|innocent|undeserved|bs|bullshit|ridiculous',
    'grundlos|ohne_grund|ohne_begründung|ohne_vorwarnung|ohne_erklärung|ohne_warnung|unnötig|völlig|zu_unrecht|unrecht|unberechtigt*|ungerecht*|irrtum|irrtümlich*|versehen|versehentlich|fehler|unschuldig|frechheit|keinen_grund|unverschämt*|falsch*|keine_ahnung|warum|wieso|weshalb|why',
  ],
  account: [
    'account|accounts|acc|accs|acct|acount|konto|kontos|spielerkonto|benutzerkonto|kundenkonto|nutzerkonto|useraccount|profile|profil|login|minecraftaccount|*account|*konto',
  ],
  /** Somebody else is asked to act. */
  request: [
    'please|pls|plz|prefer|rather|lieber|want|wants|wanna|need|require|would_like|id_like|demand|can_you|could_you|can_u|could_u|cud_u|would_you|will_you|can_someone|could_someone|can_somebody|can_anyone|could_anyone|can_we|could_we|can_this|can_that|can_it|kindly|i_need|we_need|we_want|we_would_like|wed_like|id_appreciate|asking_you|must|needs_to|have_to|has_to|should_be|let_me|let_us|get_me|help_me',
    'bitte|bitten|ich_will|will_ich|wir_wollen|möchte|mochte|hätte_gern*|hätt_gern*|hätte_ich_gern*|verlange|fordere|brauche|brauch|beantrage|wünsche|könnt_ihr|könntet_ihr|könnten_sie|können_sie|kannst_du|könntest_du|kannst|kannste|könnt|könntet|könnten|können|kann_jemand|kann_mir|kann_da|kann_das|könnte_jemand|könnte_mir|kann_wer|kann_einer|möchten|brauchen|benötige|benötigen|wünschen|würdet|würden_sie|muss|müsst|müssen|soll|sollte|lasst|macht|mach|ersuche|hätten_gern*|helft|hilf|gebt|gib',
  ],
  /** A question about doing it oneself, anywhere in the sentence. */
  asking: [
    'can_somebody_explain|can_someone_explain|can_anyone_explain|can_someone_tell|can_anyone_tell|can_somebody_tell|kann_mir_jemand_erklär*|kann_mir_jemand_sag*|kann_jemand_erklär*|can_you_tell|could_you_tell|would_you_tell|can_u_tell|can_you_explain|could_you_explain|can_you_show|please_tell|please_explain|please_describe|summarize|describe|provide|list|name|how|where_do|where_can|where_i|where_is|tell_me|what_is|whats|which|when|explain|where_to|find_the|find_where|figure_out|if_i|if_you|is_it|do_you|does|can_i|could_i|am_i|are_you|should_i|may_i|do_i|is_there_a_way',
    'könnt_ihr_mir_sag*|könnt_ihr_sag*|können_sie_mir_sag*|könnten_sie_mir_sag*|kannst_du_mir_sag*|könntest_du_mir_sag*|kannst_du_sag*|können_sie_sag*|bitte_sag*|könnt_ihr_mir_erklär*|können_sie_mir_erklär*|können_sie_erklär*|kannst_du_mir_erklär*|könnt_ihr_mir_zeig*|kannst_du_mir_zeig*|finde_nicht|find_nicht|finde_den|finde_die|finde_das|wie|wo_kann|wo_finde*|wo_ist|wo_gibt|wann|welche*|erkläre*|erklär|sag_mir|sagt_mir|ob_ich|ob_man|ob_ihr|wenn_ich|wenn_man|falls|kann_man|kann_ich|darf_ich|muss_ich|soll_ich|ist_es|gibt_es|gibts|was_ist|was_sind|was_passiert',
  ],
  /** All is well. */
  fine: [
    'noch_nie|have_never|ive_never|never_donated|never_bought|thanks_for|thank_you_for|danke_für|danke_fürs|worked|works_now|works_fine|all_good|fixed_it|solved|erledigt|alles_gut|alles_klar|hat_geklappt|klappt_jetzt|passt_jetzt|angekommen_danke|no_problem|kein_problem|super_danke|perfekt|great_service',
  ],
};
