import type { Vocabulary } from '../pattern.ts';

/**
 * Phrases that use a word without meaning it: "not a refund", "I was not banned", a death in the game, a joke, a lost
 * connection. One line is `phrase & conditions` in the language of the rules, but its conditions look at the whole
 * sentence. If it holds, the phrase is removed before rules are tried: so it silences only itself, and nothing
 * next to it.
 */
export const HARMLESS: { vocabulary: Vocabulary; lines: readonly string[] } = {
  vocabulary: {
    claim: [
      'refund|refunds|money_back|chargeback|ban|bans|unban|ban_appeal|mute|kick|timeout|time_out|appeal|complaint|suspension|hack',
      'erstattung|rückerstattung|rückzahlung|geld_zurück|bann|sperre|sperrung|entbannung|beschwerde|rückgabe|entbannungsantrag',
    ],
    topic: [
      'question|questions|issue|issues|problem|request|matter|needed|required|necessary|appeal|case|ticket|frage|fragen|anfrage|thema|sache|nötig|notwendig|antrag',
    ],
    state: [
      'banned|muted|kicked|suspended|blocked|hacked|scammed|timed_out|gebannt|gesperrt|gemutet|gekickt|gehackt|geblockt|rausgeworfen|rausgeschmissen|verbannt',
    ],
    article: ['a|an|the|any|my|einen|einem|einer|eine|ein|nen|nem|ne|den|meinen|meine'],
    pause: [',|but|just|or|oder|aber|and|und|only|nur'],
    loss: [
      'lost|lose|gone|disappeared|vanished|missing|where_are|where_is|wheres|weg|verloren|verschwunden|futsch|wo_sind|wo_ist',
    ],
    death: [
      'i_died|i_die|i_drowned|dying|death|respawn*|lava|void|nether|drowned|fell|creeper*|zombie*|enderman|endermen|skeleton*|mob|mobs|dragon|explosion|exploded',
      'gestorben|sterbe|tod|ertrunken|gefallen|runtergefallen|gesprengt|explodiert|hölle|drache*',
    ],
    hit: [
      'spider*|spinne*|pillager*|skelett*|witch|hexe|wolf|wolves|bär|cliff|klippe|ravine|schlucht|knocked_me|hit_me_off|slain|verbrannt|burned_in|killed_by|despawn*|nether',
    ],
    paid: [
      'paid|pay|profile|profil|rank|ranks|rang|ränge|bought|buy|purchase*|order*|shop|store|money|refund|donat*|account|hacked|mod|mods|admin*|staff|support|update|rollback',
      'bezahl*|gezahlt|gekauft|kauf|bestell*|geld|euro|gespendet|konto|gehackt|team',
    ],
    joke: ['lol|lmao|lmfao|haha*|hehe|xd|rofl|lul|kek'],
    foe: ['boss|mob|mobs|zombie*|creeper*|drache*|wither|lag|lags|parkour|level|jump|endgegner|gegner'],
    link: [
      'connection|conection|disconnected|socket*|netty|afk|idle|idling|inactiv*|inaktiv*|lag|lags|ping|internet|wifi|wlan|joining|connecting|read_timed_out|client|version|outdated|exception|packet*|crash*|modem|router|minecart|boat|horse|house|zombie*|verbindung*',
      'wegen_timeout|wegen_time_out|due_to_timeout|for_timeout|ping_timeout|read_timeout|server_hat_mich|server_wirft|server_kicked|server_kickt|server_kicks|verbindungsfehler|beim_joinen|beim_verbinden|beim_einloggen|when_i_join|on_join',
    ],
    kick: [
      'timed_out|timeout|time_out|kicked|kick|kicks|kickt|gekickt|thrown|threw|throws|geworfen|wirft|rausgeworfen|rausgeflogen|fliege|disconnected',
    ],
    sanction: [
      '{staff}|you|ihr|unfair|no_reason|grundlos|ohne_grund|for_nothing|joke|witz|banned|gebannt|gebant|muted|gemutet|unban|appeal',
    ],
    jurist: [
      'lawyer|attorney|solicitor|police_officer|cop|judge|anwalt|anwältin|rechtsanwalt|polizist|polizistin|richter',
    ],
    relative: [
      'friend|friends|buddy|mate|dad|mom|mum|father|mother|brother|sister|uncle|aunt|cousin|wife|husband|girlfriend|boyfriend|freund|freundin|kumpel|vater|papa|mutter|mama|bruder|schwester|onkel|tante|mann|frau',
    ],
    lawsuit: [
      'sue|suing|sues|hear|contact*|write|writes|legal|court|gericht|hören|hört|schreib*|melde*|klag*|verklag*|anzeig*|recht*|talk*|said|says|sagt|told|meint|kümmert|regret|bereuen|case|fall',
    ],
    /** What German and English took from each other, and Dutch, Polish and Turkish from them. */
    loan: [
      'chargeback|refund|banned|gebanned|gebant|gehackt|gehacked|muted|gekickt|kicked|ban_appeal|appeal|ban|mute|kick|timeout|suspended',
    ],
    /** A question about what that is, or a sentence about others, in those languages. */
    elsewhere: [
      'what_is_een|what_is_de|what_is_het|what_zijn|what_betekent|what_moet_ik|hoe_werkt|hoe_werken|hoe_voorkom|voorkomen|word_je|wordt_je|kun_je|wordt_iemand|worden_spelers|de_speler|die_speler|spelers|de_gebruiker|speler_is|is_terecht|iemand_die|what_als|als_mijn|als_iemand|indien_mijn',
      'co_to|czym_jest|co_oznacza|co_znaczy|ne_anlama|jak_działa|jak_uniknąć|nedir|ne_demek|nasıl_yapılır|nasıl_çalışır|nasıl_önlenir|ne_zaman_yenir',
    ],
  },
  lines: [
    // Denied
    'not|isnt|wasnt|aint|nicht|net|ned about|asking_about|asking_for|here_for|looking_for|talking_about|requesting|um|wegen {article}? {claim}',
    '^not|>not|>nicht a|an|the|eine|ein|einen {claim}',
    'dont|not|nicht|didnt want|need|require|expect {article}? {claim}',
    'will|möchte|brauch|brauche|wollte|verlange gar|auch|ja? kein|keine|keinen {claim}',
    'no|kein|keine|keinen {claim} {topic}',
    '^kein|^keine|^keinen {claim} , nur|bloss|sondern',
    '^no {claim} ,? just|only want|wanna|wondering|asking|curious|how|a_question|question',
    'no|kein|keine|keinen {claim} {topic}? ,? nur|bloss|sondern|just|only & question|questions|frage|fragen|wissen|know|ask|wondering|curious|asking',
    'keine bannfrage|banfrage|refundfrage|erstattungsfrage|banngeschichte',
    '>i|>im|>ive|>ich|>wir|>we|>bin|>nobody am|was|have|been|got|bin|wurde|wurd|are|had? not|wasnt|havent|nicht|never|net|ned|nie|didnt been|get|got|getting? {state} worden? {pause}',
    '>i|>im|>ive|>ich|>wir|>we|>bin am|was|have|been|got|bin|wurde|wurd|are|had? not|wasnt|havent|nicht|never|net|ned|nie|didnt been|get|got|getting? {state} worden? $',
    '^not|>nicht {state} {pause}',
    'nobody|noone|no_one|niemand|keiner has|hat|ever? mich|uns? {state} me|us?',
    // Not found on the page
    'cant|cannot|dont|not|nicht|nich|net|ned|nirgends find|see|finde|finden|find|gefunden? .. button|menu|menue|menü|option|setting|settings|knopf|schalter|einstellung*',
    'find|finde|finden|seh|sehe .. button|menu|menue|menü|option|setting|settings|knopf|schalter|einstellung* nicht|nich|net|ned',
    // Lost in the game
    // Near each other: the next line may be about something else.
    '{loss} & {loss} .. {death} & !{paid}|wish|wünsch*|liebsten',
    '{loss} & {death}|{hit} .. , .. {loss} & !{paid}|wish|wünsch*|liebsten',
    '{loss} & {death} .. {loss} & !{paid}|wish|wünsch*|liebsten',
    'i died|drowned & !{paid}|wish|wünsch*|liebsten|hope',
    // Jokes
    'makes|make|making|macht me|mich .. want|wanna|wanting|will to? die|sterben|kms & {joke}',
    '{foe} .. bringt|bringen mich .. um',
    '*erei|warten|wartezeit*|ladezeit*|lag|lags|hitze|langeweile|neugier|spannung|grind|update|wlan|ping .. bringt|bringen mich .. um|ins_grab',
    'die|der|das|diese|dieser|dieses .. bringt|bringen mich .. um & {joke} & !typ|kerl|mann|frau|spieler*|jemand|freund*|kumpel|vater|mutter|bruder|schwester|er|leute',
    'bring|bringt|bringts mich um ,? der|die|das|dieser|diese|dieses *erei|lag|lags|warten|wartezeit*|ladezeit*|ping|wlan|internet|grind & {joke}',
    'das|es|dies|dieses bringt mich .. um & {joke}|warte*|*erei|lag|lags|ladezeit*',
    // A lost connection, a door
    '{kick} & {link} & !{sanction}',
    // Words that other languages have taken from English
    '{loan} & {elsewhere} & !ik_ben|ben_ik|mij|me|mi|mnie|beni|benim|word_ik|werd_ik|ich|mich|mir|mein*|my|im',
    'refund|chargeback & als_de|als_het|als_ik & !ik_wil|i|ich',
    // Who a person is
    '{jurist} {relative} & !{lawsuit}',
    '{relative} is|ist|was|war a|an|ein|eine? {jurist} & !{lawsuit}',
    // Words of other languages that read like a typo: "un géant", "se suspende", "se unan", "haced clic", "su"
    'un|le|ce|au gebannt',
    'se|nos|que suspended',
    'se|nos unban',
    'sue & che|di|della|sono|gli|nel|nella|avete|hanno|jugadores|nuestro',
    'hacked algo|clic|lo|la|el|los|las|que|caso|todo|como|una',
  ],
};
