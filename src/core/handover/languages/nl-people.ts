import type { ReasonRules, Vocabulary } from '../pattern.ts';

/**
 * Dutch is near to German and English, so every rule needs a word that only Dutch has. What looks like a typo there is
 * mended before rules are tried, so `what`, `sind` and `gestohlen` stand for "wat", "sinds" and "gestolen".
 */
export const WORDS: Vocabulary = {
  general: [
    'hoe|hoeveel|hoelang|waar_kan|waar_kun|waar_vind|waar_staat|waar_staan|waar_moet|waar_zie|waar_lees|what_is|what_zijn|what_kost|what_kosten|what_betekent|what_doet|what_voor|what_moet|what_valt|welk|welke|wanneer_is|wanneer_zijn|wanneer_word*|wanneer_gaat|wie_is|wie_zijn|waarvoor',
    '>kan_ik|of_kan_ik|>kan_je|>kan_een|>kun_je|>kan_men|>kunnen_we|kunnen_spelers|>mag_ik|>mag_je|of_mag_ik|>mogen_we|>moet_ik|of_moet_ik|>moet_je|>krijg_ik|>krijg_je|of_krijg_ik|>word_ik|word_je|wordt_een|wordt_er|worden_er|>wordt|>worden|>zijn_er|>is_er|bestaat_er|>is|>zijn|is_het_mogelijk|is_het_toegestaan|is_het_verboden|hebben_jullie|bieden_jullie|geven_jullie|accepteren_jullie|doen_jullie|werken_jullie',
    'of_ik|of_je|of_jullie|of_het|of_er|vraag_me_af|vroeg_me_af|benieuwd|uitleggen|leg_uit|uitleg|vertellen|in_het_algemeen|algemene|beleid|voorwaarden|tutorial|handleiding',
    '{hypothetical}|{fiction}',
  ],
  hypothetical: [
    'als_ik|als_je|als_iemand|als_mijn|als_er|als_een|als_het|als_we|als_spelers|indien|stel_dat|what_als|what_gebeurt|zou_ik|zal_ik|voorkom*|vermijd*|bescherm*|voordat|mocht_ik|mocht_er|zodat|om_te_voorkomen',
  ],
  fiction: [
    'rp|roleplay|ingame|in_game|in_het_spel|in_de_game|missie*|quest*|npc*|baas|eindbaas|boss|mob|mobs|personage*|character*|verhaal*|lore|minigame*|dungeon*|raid|pvp|creeper*|zombie*|draak|draken|level|aflevering|film|serie|boek|koninkrijk|dorp|monster*|kasteel',
  ],
  /** What neither German nor English has. */
  dutch: ['ik|mijn|mn|niet|een|geen|jullie|het|naar|ook|maar|wordt|werd|zijn|mij|iemand|deze|kreeg'],
  i: ['ik|k|ikzelf|mij|me|mijn|mn|mezelf|wij|we|ons|onze|ben|heb|mijne'],
  my: ['mijn|mn|mijne|onze|ons|zijn_account|haar_account'],
  me: [
    'mij|me|ons|mijn|mn|onze|ik|zoon|zoontje|dochter|dochtertje|zusje|broertje|vriendin|vriend|kind|kinderen',
  ],
  someone: [
    'iemand|gebruiker|speler|spelers|lid|leden|hij|hem|zij|ze|die_gast|gast|gozer|kerel|vent|man|vrouw|jongen|onbekende*|hacker|persoon|mensen|een_ander|iemand_anders|degene|groepje|dader|klasgenoot|klasgenoten|ex',
  ],
  want: [
    'wil|willen|wilde|wou|wens|eis|graag|verzoek|verzoeken|moet|zou|aub|alsjeblieft|alstublieft|alsjeblief|svp|geef|geven|kunnen_jullie|kunt_u|kun_je|kan_je|willen_jullie|wilt_u|wil_je|kan_iemand|kan_er|gelieve|vraag|nodig|verwacht|verwijder|wis|mag_ik|zouden_jullie|zou_je|zou_u',
  ],
  not: ['niet|nooit|niks|niets|geen|nergens|nog_steeds|nog_altijd|zonder'],
  fine: [
    'bedankt|dank|dankjewel|dankje|opgelost|gelukt|werkt_weer|blij|super|top|geen_probleem|al_binnen|net_binnen',
  ],
  trouble: [
    'niks|niets|nooit|nog_steeds|nog_altijd|toch|weg|kwijt|verdwenen|foetsie|pleite|nada|noppes|dubbel|twee_keer|driemaal|3x|2x|drie_keer|fout|foutief|verkeerd*|onterecht|kapot|beschadigd|gebarsten|defect|onbekend*|vreemde|terug|retour|waarom|hoezo|hoe_kan_het|hoe_kan_dat|hoe_komt_het|ineens|opeens|zomaar|per_ongeluk|helaas|wacht|wachten|opgelicht|al_gebruikt|ongeldig|mislukt|geweigerd|zonder_te_vragen|zonder_toestemming|ontbreken|ontbreekt|weigert|weigeren|klopt|nergens|terwijl|ondanks',
  ],
  request: [
    'kunnen_jullie|kunt_u|kun_je|kan_je|willen_jullie|wilt_u|wil_je|kan_iemand|kan_er|gelieve|aub|alsjeblieft|alstublieft|graag|verzoek|zouden_jullie|zou_je|zou_u|wil_graag|wil_dat',
  ],
  account: ['account|accounts|acc|profiel|discord|steam|*account'],
  unfair: [
    'onterecht*|oneerlijk*|onrecht*|ten_onrechte|zonder_reden|zonder_enige|zonder_waarschuwing|zonder_uitleg|zonder_duidelijke|geen_reden|voor_niks|voor_niets|foutje|vergissing|misverstand|per_ongeluk|onschuldig|terwijl|waarom|niks_gedaan|niets_gedaan|niks_verkeerd*|niets_verkeerd*|nooit|belachelijk|nergens_op|zomaar|plotseling|ineens',
  ],
};

/** Somebody is in danger, or treated cruelly. */
export const SAFETY: ReasonRules = {
  reason: 'safety',
  vocabulary: {
    ...WORDS,
    self: ['mezelf|mijzelf|mezelve|zichzelf|haarzelf|hemzelf'],
    harm: [
      'bedreig*|dreigt|dreigde|dreigen|dreigement*|doodsbedreig*|chanteer*|gechanteerd|chantage|gestalkt|stalkt|stalken|gepest|pest|pesten|pestte*|pesterij*|lastiggevallen|lastig|intimideer*|geïntimideerd|uitgescholden|scheldt|schelden|beledig*|beleidigt|gediscrimineerd|discrimineer*|vernedert|vernederd|aangerand|misbruikt|racistisch*|afgeperst|afpers*|achtervolgt|achtervolgen|achtervolgd|treitert|treiter*|getreiterd|kwetsend*|haatbericht*',
    ],
    published: [
      'gepost|geplaatst|gedeeld|gelekt|online|verspreid*|verspreiden|deelt|deelde|delen|plaatst|plaatste|plaatsen|lekt|lekken|gepubliceerd|rondgestuurd|doorgestuurd|gezet|gegooid|bekendgemaakt|gedoxt|gedoxxt|geopenbaard|bekend|publiek|openbaar',
    ],
    private: [
      'adres|huisadres|thuisadres|telefoonnummer|nummer|gegevens|foto|fotos|naaktfoto*|privéfoto*|privégegevens|echte_naam|volledige_naam|achternaam|school|woonplaats|ip_adres|video|filmpje|identiteit',
    ],
    child: [
      'dochter|dochtertje|zoon|zoontje|kind|kinderen|minderjarig*|*jarige|jarig|meisje|meisjes|jongens|zusje|broertje|nichtje|neefje|#_jaar|leerling*|kleinkind',
    ],
    sexual: [
      'naakt|naaktfoto*|naaktbeeld*|nudes|seksu*|seks|pikante|blote|vieze_foto*|dickpic*|intieme|expliciete|seksfoto*|seksbericht*|ongepaste|onfatsoenlijk*|webcam',
    ],
  },
  always: [
    '{self} .. snij|snijd|snijdt|snijden|gesneden|kras|krast|krassen|verwond*|ophang*|opgehangen|verhang*|doodmaken|doden|vermoord*|van_kant|aandoen|aan_doen|aan_gaat_doen|aan_wil_doen|aan_te_doen|aangedaan|verdrink*|ombreng*',
    'wil|wilt|wou|kan|zou|hoef|hoeft .. niet meer|langer .. leven|leeft|wakker_worden',
    'niet_meer|niet_langer|niet leven|wakker_worden wil|wilt|wou|kan|hoef|hoeft',
    'geen|nul .. zin|reden|kracht|puf .. te_leven|leven|in_het_leven & ~{hypothetical}',
    'ik|k|gewoon|liever|liefst|hij|zij|ze wil|wou|was|wilde|zou_willen|wilt gewoon|eigenlijk|echt|liever|het_liefst|alleen_maar? dood|sterven|doodgaan|er_niet_meer_zijn $|zijn|want|en|,|was|gaan|.',
    'ik|was .. liever dood',
    'leven .. niet_meer|niks_meer|niets_meer .. zitten|aan|waard|zin',
    'zie|zit .. het|t .. niet_meer zitten',
    'einde|eind .. aan .. leven',
    'uit .. leven stap*|gestapt',
    'er .. eind|einde .. aan maak|maken|maakt|te_maken',
    'geen reden|redenen .. door|verder|leven|bestaan & ik|hij|ze',
    'nepaccount*|nepprofiel*|doet_zich_voor|zich_voordoen|zich_voor_als|zich_uit_voor .. mij|me|mijn|mn|ons',
    'mij|me|mijn|mn .. nepaccount*|nepprofiel*|doet_zich_voor',
    'beter|fijner|gelukkiger .. zonder mij',
    'iedereen|wereld|jullie .. beter_af|beter_zonder',
    'ik|k|heb|heeft|hij|zij|ze .. pillen|slaappillen|tabletten|medicijnen|paracetamol .. geslikt|ingenomen|genomen|slikken & te_veel|heel|veel|pillen|slaappillen|#|doosje|strip|alle',
    'pleeg|pleegt|plegen|gepleegd .. zelfmoord',
    'zelfmoord|zelfdoding|suicide .. pleeg|pleegt|plegen|gepleegd|poging|gedachten & {me}|{someone}',
    'zelfmoordgedachten|zelfmoordpoging & {me}|{someone}|heeft|had',
    '{self} & snij|snijd|snijdt|snijden|krast|verwond*|pijn_doen|pijn_doet & !{fiction}',
    'niemand|niemand_zou .. mij|me .. mis*|missen|merken',
    'verdwijnen|verdwijn|er_niet_meer_ben|er_niet_meer_zou|er_niet_meer_was & beter|niemand|wil|liever & ik & !{fiction} & !{general}',
    'dak|brug|trein|flat|balkon|spoor|raam .. spring*|gesprongen & {i}|hij|ze|zij|vriend*|dat & !{fiction} & !{general}',
    'spring*|springt .. dak|brug|trein|flat|balkon|spoor|raam & {i}|hij|ze|zij|vriend* & !{fiction} & !{general}',
    'morgen|straks|vannacht|binnenkort .. niet_meer & ik & ben|zijn|leven & ~{fiction} & !{general} & !online|thuis',
    'niet_meer .. zijn|leven|hier .. morgen & ik & !{general} & !{fiction}',
    // Threats
    'mij|me|ons|familie|gezin|ouders|moeder|vader|kind|kinderen|zus|broer .. aandoet|iets_aandoen|aan_zal_doen|aan_gaat_doen|vermoord*|pijn_doet & {someone}|zegt|zei & !{fiction} & !{general}',
    'verkracht|verkrachten|verkrachting & mij|me|ons|mijn|ik & !{fiction}',
    'mes|pistool|wapen|geweer|bijl & mij|me|mijn_huis|ons & zei|zegt|komt|dreig*|opzoek*|stuurt & !{fiction} & !{general}',
    'mij|me|ons .. opzoeken|afmaken|what_aandoen|iets_aandoen|kapotmaken|kapot_maken|pijn_doen|opwachten|wachten_op|te_grazen_nemen & {someone}|zei|zegt|gaan|wil|dreig* & !{fiction} & !{general}',
    'haatkanaal|haatgroep|hetze|roddels|uitlach*|lachen_me_uit|lacht_me_uit|lachen_mij_uit|lacht_mij_uit|belachelijk_gemaakt & mij|me|ik|mijn',
    '{i} .. bedreigd|gechanteerd|gestalkt|gepest|lastiggevallen|uitgescholden|geïntimideerd|beledigd|gediscrimineerd|aangerand|afgeperst|getreiterd|vernederd & ~{hypothetical}',
    'bedreigd|gechanteerd|gestalkt|gepest|lastiggevallen|uitgescholden|geïntimideerd|beledigd|gediscrimineerd|afgeperst .. door|word|wordt|worden & ~{hypothetical}|personage & !{fiction}',
    'zoon|zoontje|dochter|dochtertje|kind|zusje|broertje|vriend|vriendin .. word|wordt|is|werd .. {harm}',
    '{someone}|steeds|blijft|constant .. {harm} .. mij|me|ons|mijn|mn|met & ~{hypothetical}|hoe',
    'bedreigt|chanteert|stalkt|pest|scheldt|intimideert|beleidigt|valt|treitert|vernedert mij|me|ons|mijn|mn & ~{hypothetical} & !{fiction}',
    'dreigt|dreigde|dreigen|gedreigd .. mij|me|ons|mijn|te|om|naar & {me} & !{fiction}',
    'dreigement*|doodsbedreiging*|doodsbedreigingen .. krijg*|gekregen|ontvang*|gestuurd|aan|tegen|naar',
    'krijg|kreeg|ontvang|stuurt|stuurde|sturen|gestuurd|gekregen .. dreigement*|doodsbedreiging*|bedreiging*|haatbericht*|dreigberichten',
    'wil|gaat|zou|zal|komt|gaan .. mij|me|ons .. vermoorden|doodmaken|in_elkaar|neersteken|doodschieten|verkrachten|opzoeken|doodslaan|slaan|iets_aandoen & !{fiction}',
    'in_elkaar .. slaan|slaat|geslagen|trappen|trapt|timmeren|rammen & {me}|hij|ze & !{fiction}',
    'weet|weten|wist|kent|achterhaald|erachter|gevonden|opgezocht .. waar_ik|waar_wij|waar_we|mijn_adres|mijn_huis|mn_adres|waar_mijn|mijn_school|ons_adres|mijn_huisadres',
    'langskom*|langs_kom*|langs_te_komen|voor_de_deur|voor_mijn_deur|staat_voor|bij_mij_thuis|naar_mijn_huis|naar_mn_huis|langs_bij_mij & {someone}|dreig*|bang|zegt|zei & ik|me|mij|mijn|mn & !pakket|bezorg*|bestelling',
    'bang .. voor|van .. hem|haar|mijn_leven|mijn_veiligheid|die_gast|iemand & {private}|{harm}|weet|zegt|stuurt|komt|volgt',
    'zegt|zei|zeggen|schrijft|roept|stuurt .. mezelf|zelfmoord|dood_moet|ophangen|van_kant & {me}',
    // Doxxing
    '{my}|me|haar|zijn|onze .. {private} .. {published} & {someone}|zonder|ineens|staat|werd|wordt|is & ~ik & !{general}',
    '{someone} .. {published} .. mijn|mn|onze|mij|ons .. {private}',
    '{someone}|zijn|ze .. {published} .. fotos|foto|naaktfoto*|video .. van mij|ons|mijn|me',
    'dreigt|dreigen|wil|gaat|zegt|zei .. mijn|mn|mij|me .. {private} .. {published}|delen|lekken|sturen|verspreiden|zetten',
    'fotos|foto|video|beelden .. van mij|me|mijn|ons .. zonder|{published} & zonder|toestemming|verspreid*|chant*|dreig*|{someone}',
    '{i}|mij|me .. gedoxt|gedoxxt|gedoxed|gedoxxed',
    // Minors, unwanted pictures
    '{sexual} .. foto|fotos|bericht*|filmpje*|berichtjes|video*|opmerking*|dingen|beelden & {child}|mij|me|mijn|mn & !{general}',
    'naaktfoto*|nudes|naaktbeeld*|dickpic* & {child}|mij|me|mijn|mn & !{general}',
    'vraagt|vroeg|stuurt|stuurde|stuurden|gestuurd|vragen|wil .. {sexual} & {child}|me|mij|mijn|leden|meisjes & !{general}',
    '{child} .. {sexual} & !{general}',
    'volwassen*|oudere|man|vent|kerel|gast|onbekende & {child} & afspreken|ontmoeten|geheim|foto|fotos|prive|privé|berichten|alleen|stuurt|vraagt|benadert|adres & !{general}',
    '{child} & afspreken|ontmoeten|afgesproken|af_te_spreken|spreken_af & vroeg|vraagt|wil|wilde|nodig*|server|iemand|spreekt|online & !{general} & !{fiction}',
    'foto|fotos|video|filmpje|beelden|naaktfoto* & van_mij|van_mijn|mijn|mn & verspreid*|goedgekeurd|toestemming|online_gezet|rondgestuurd|circuler*|rondgaan|chant*|gelekt & !ik_heb & !{general}',
    // Emergency
    'bel|bellen|stuur|gebeld .. ambulance|112|ziekenwagen|politie & nu|snel|help|nood|direct|hij|ze|zij|vriend*|iemand',
    'echt|medisch|ernstig|dringend noodgeval & ~rang|betaling',
    'levensgevaar|levensbedreigend* & !{fiction}',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    '{self} .. pijn & {i}|hij|ze|zij|vriend*',
    'ik|hij|ze|zij|vriend*|zus|broer|iemand + zelfmoord*|zelfdoding|zelfbeschadiging|suïcidaal',
    '{harm} & mij|me|mn|ons|mijn_zoon|mijn_dochter|mijn_kind|constant|dagelijks|al_weken|al_dagen',
    '{someone} + {harm} + mij|me|mn|ons|andere|anderen|kinderen|meisjes|constant|steeds',
    'melden|aangifte|melding|rapporteren + bedreig*|chantage|pesten|pesterij*|racis*|stalk*|grooming|kindermisbruik|doxing|intimidatie|discriminatie',
    '{private} + {published} + mijn|mn|mij|me|onze & {someone}|zonder',
    'kinderlokker*|pedofiel*|kinderporno* & {someone}|{child}|hier|server|kanaal|jullie',
  ],
};

/** The customer wants a person. */
export const HUMAN: ReasonRules = {
  reason: 'asked_for_human',
  vocabulary: {
    ...WORDS,
    person: [
      'mens|mensen|medewerker*|persoon|moderator*|mod|admin*|beheerder*|klantenservice|klantendienst|supportmedewerker|helpdesk|teamlid|leidinggevende|manager|collega|stafflid|staff|team|agent|vertegenwoordiger|begeleider|operator|echt_iemand|iemand_echt|support|personeel|ondersteuning|helper|adviseur',
    ],
    echt: ['echt|echte|levende|menselijk*|normale'],
    anyone: ['{person}|iemand|wie_van_jullie|een_van_jullie'],
    talk: [
      'praten|spreken|chatten|praat|spreek|contact|doorverbind*|doorverbonden|bellen|terugbellen|terugbelt|overleggen|verbinden|verbonden|doorgestuurd|doorsturen|gesprek|telefonisch|babbelen|kletsen|schakelen|opnemen|communiceren|doorzetten',
    ],
    look: [
      'kijken|meekijken|nakijken|komen|langskomen|overnemen|reageren|antwoorden|terugbellen|bellen|contact_opnemen|contact|opnemen|oppakken|bekijken|checken|helpen|ingrijpen|antwoord|naar_kijken',
    ],
    pressing: [
      'dringend|spoed|help|hulp|nodig|nu|snel|aub|alsjeblieft|alstublieft|graag|even|probleem|vraag|ticket',
    ],
  },
  always: [
    'met|aan .. een|n|iemand|echt|jullie|de|echte|menselijk* .. {anyone} .. {talk}',
    '{talk} .. met .. {anyone} & {i}|{want}|kan|mag|laat',
    'met iemand .. {talk}',
    'kan|mag|wil|zou|moet|graag|kunnen .. {anyone} .. spreken|bereiken|aan_de_lijn|contacteren & ik|we|graag|kan|mag & ~hoe|waar & !{fiction}',
    'verbind .. mij|me|ons .. door|met|aan',
    'doorverbind*|doorverbonden|doorverbinden .. met|naar|aan|worden & {i}|{want}',
    'stuur|zet|leid|schakel|geef .. mij|me|dit|ons|mijn .. door|over .. naar|aan|met .. {anyone}',
    'echt|echte|levend|levende|menselijke|menselijk|gewoon_een|normaal .. mens|persoon|iemand|medewerker|contact|hulp|gesprekspartner & {want}|{talk}|liever|geef|nodig|ipv|kan|mag|geen|help & ~hebben_jullie|bestaat & !{fiction}',
    'geef|haal|roep|stuur .. me|mij|een|er|even|is|eens|maar|n .. mens|medewerker|moderator|mod|admin|beheerder|persoon|iemand_van',
    'geen|niet|stop|genoeg|beu|zat|nutteloze|stomme|irritante|domme|kut|rot .. bot|robot|ai|chatbot|computer|automatisch*|standaardantwoord* & {want}|{talk}|mens|hulp|zin|helpt|antwoord*|persoon|iemand|schiet|{person} & !{general}',
    'bot|robot|ai|chatbot .. snapt|helpt|begrijpt .. niet|niks|niets|geen & !{general}',
    'nodig .. {person}|mens & ik|we|heb',
    'heb|hebben .. een|n .. mens|medewerker|moderator|mod|admin|beheerder|persoon .. nodig & !{general}',
    'kan|kunnen|wil|zou|kunt|mag|laat .. een|n|iemand_van|iemand_uit|de .. {person}|jullie .. {look} & ~{fiction} & !hoe & !wanneer',
    'kan|wil|zou er? iemand .. kijken|meekijken|overnemen|terugbellen|contact|bellen|bekijken|langskomen|reageren & !{fiction} & !hoe',
    'iemand van|uit .. team|staff|support|jullie|klantenservice|moderatie|crew|leiding|helpdesk & {look}|{talk}|{pressing} & !{general}|wanneer',
    'is|zijn .. er|een|n .. iemand|moderator|mod|admin|medewerker|beheerder|teamlid .. online|aanwezig|beschikbaar|van|wakker|die & {pressing}|{look}|{talk} & !wanneer & !hoe',
    'mij|me|ons doorverbind*|doorverbinden|doorzetten|doorverwijzen|doorschakelen',
    'support|team|mods|moderators|admins|klantenservice|staff|helpdesk|service .. waardeloos|slecht|slechte|belachelijk|schandalig|nutteloos|traag|drama|bagger|kut|ruk|rampzalig|onbeschoft|corrupt|oneerlijk|niks_waard|een_grap & !{fiction} & !{general}',
    'waardeloze|slechte|slechtste|belachelijke|nutteloze|trage|kutsupport|what_een .. support|team|klantenservice|mods|service|helpdesk|admins',
    'mens|medewerker|moderator|mod|admin|beheerder|klantenservice aub|alsjeblieft|alstublieft|graag|nu|svp',
    '{person} voor mij|me',
    'laat .. {person}|iemand .. {look}|opnemen|bellen|naar_kijken',
    'niemand|geen_mens|geen_hond|geen_antwoord|geen_reactie|nooit_antwoord|geen_enkele .. reageert|antwoordt|antwoord|helpt|reactie|meer|op|gekregen|gehad & week|weken|dagen|dag|uur|uren|sind|al|steeds|ticket|mail*|jullie & !{fiction} & !{general}',
    'wacht|wachten .. al|nu .. op & antwoord|reactie|iemand|support & dagen|weken|week|uur|uren|eeuwen|lang',
    'klacht .. indienen|over|tegen & {i}|graag|wil & !{general}',
  ],
  unlessHypothetical: [
    'liever .. mens|persoon|medewerker|iemand',
    'wil|graag|nodig|zoek .. een|n|de .. mens|medewerker|klantenservice|beheerder|leidinggevende|teamlid & ~worden|hoe & !worden|solliciteer*|word',
  ],
  unlessGeneral: [
    '{talk} + met + {person}',
    '{person} + {talk} + {i}|{want} + {dutch}|met|graag',
    '{person} + {talk}|berichtje|bericht|sturen|mailen + kan|kunnen|mag|wil|graag & {i} & {dutch} & !{fiction}',
    'zijn|is .. echte mensen|mens|persoon|medewerkers & hulp|help|nodig|praten & ik|me',
    '{echt} + {person} + {dutch}|nodig + hulp|help|nodig|praten|spreken|graag|wil',
    'niemand|geen_enkele|geen_antwoord|geen_reactie + reageert|antwoordt|antwoord|helpt|reactie|luistert|opneemt & ik|mijn|mn|me|ons|jullie|hier & !{fiction}',
    'iemand + aan_de_lijn|telefoon|telefonisch|bellen + wil|graag|kan|mag|gewoon',
    'terugbellen|bel_me|bel_mij|terugbelverzoek',
  ],
};
