import type { ReasonRules, Vocabulary } from '../pattern.ts';

/**
 * Dutch is near to German and English, so every rule needs a word of which only Dutch knows. `gestohlen` and `sind`
 * stand for "gestolen" and "sinds": what looks like a German typo is mended before rules are tried.
 */
const WORDS: Vocabulary = {
  general: [
    'hoe|hoeveel|hoelang|waar_kan|waar_kun|waar_vind|waar_staat|waar_staan|waar_moet|waar_zie|waar_lees|wat_is|wat_zijn|wat_kost|wat_kosten|wat_betekent|wat_doet|wat_voor|wat_moet|wat_valt|welk|welke|wanneer_is|wanneer_zijn|wanneer_word*|wanneer_gaat|wie_is|wie_zijn|waarvoor',
    '>kan_ik|of_kan_ik|>kan_je|>kan_een|>kun_je|>kan_men|>kunnen_we|kunnen_spelers|>mag_ik|>mag_je|of_mag_ik|>mogen_we|>moet_ik|of_moet_ik|>moet_je|>krijg_ik|>krijg_je|of_krijg_ik|>word_ik|word_je|wordt_een|wordt_er|worden_er|>wordt|>worden|>zijn_er|>is_er|bestaat_er|>is|>zijn|is_het_mogelijk|is_het_toegestaan|is_het_verboden|hebben_jullie|bieden_jullie|geven_jullie|accepteren_jullie|doen_jullie|werken_jullie',
    'of_ik|of_je|of_jullie|of_het|of_er|vraag_me_af|vroeg_me_af|benieuwd|uitleggen|leg_uit|uitleg|vertellen|in_het_algemeen|algemene|beleid|voorwaarden|tutorial|handleiding',
    '{hypothetical}|{fiction}',
  ],
  hypothetical: [
    'als_ik|als_je|als_iemand|als_mijn|als_er|als_een|als_het|als_we|als_spelers|indien|stel_dat|wat_als|wat_gebeurt|zou_ik|zal_ik|voorkom*|vermijd*|bescherm*|voordat|mocht_ik|mocht_er|zodat|om_te_voorkomen',
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
  fine: ['bedankt|dank|dankjewel|dankje|opgelost|gelukt|werkt_weer|blij|super|top|geen_probleem|al_binnen|net_binnen'],
  trouble: [
    'niks|niets|nooit|nog_steeds|nog_altijd|toch|weg|kwijt|verdwenen|dubbel|twee_keer|driemaal|3x|2x|drie_keer|fout|foutief|verkeerd*|onterecht|kapot|beschadigd|gebarsten|defect|onbekend*|vreemde|terug|retour|waarom|hoezo|hoe_kan_het|hoe_kan_dat|hoe_komt_het|ineens|opeens|zomaar|per_ongeluk|helaas|wacht|wachten|opgelicht|al_gebruikt|ongeldig|mislukt|geweigerd|zonder_te_vragen|zonder_toestemming|ontbreken|ontbreekt|weigert|weigeren|klopt|nergens|terwijl|ondanks',
  ],
  request: [
    'kunnen_jullie|kunt_u|kun_je|kan_je|willen_jullie|wilt_u|wil_je|kan_iemand|kan_er|gelieve|aub|alsjeblieft|alstublieft|graag|verzoek|zouden_jullie|zou_je|zou_u|wil_graag|wil_dat',
  ],
  account: ['account|accounts|acc|profiel|discord|steam|*account'],
  unfair: [
    'onterecht*|oneerlijk*|onrecht*|ten_onrechte|zonder_reden|zonder_enige|zonder_waarschuwing|zonder_uitleg|zonder_duidelijke|geen_reden|voor_niks|voor_niets|foutje|vergissing|misverstand|per_ongeluk|onschuldig|terwijl|waarom|niks_gedaan|niets_gedaan|niks_verkeerd*|niets_verkeerd*|nooit|belachelijk|nergens_op|zomaar|plotseling|ineens',
  ],
};

const SAFETY: ReasonRules = {
  reason: 'safety',
  vocabulary: {
    ...WORDS,
    self: ['mezelf|mijzelf|mezelve|zichzelf|haarzelf|hemzelf'],
    harm: [
      'bedreig*|dreigt|dreigde|dreigen|dreigement*|doodsbedreig*|chanteer*|gechanteerd|chantage|gestalkt|stalkt|stalken|gepest|pest|pesten|pestte*|pesterij*|lastiggevallen|lastig|intimideer*|geïntimideerd|uitgescholden|scheldt|schelden|beledig*|gediscrimineerd|discrimineer*|vernedert|vernederd|aangerand|misbruikt|racistisch*|afgeperst|afpers*|treitert|treiter*|getreiterd|kwetsend*|haatbericht*',
    ],
    published: [
      'gepost|geplaatst|gedeeld|gelekt|online|verspreid*|verspreiden|deelt|deelde|delen|plaatst|plaatste|plaatsen|lekt|lekken|gepubliceerd|rondgestuurd|doorgestuurd|gezet|gegooid|bekendgemaakt|bekend|publiek|openbaar',
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
    // Threats
    '{i} .. bedreigd|gechanteerd|gestalkt|gepest|lastiggevallen|uitgescholden|geïntimideerd|beledigd|gediscrimineerd|aangerand|afgeperst|getreiterd|vernederd & ~{hypothetical}',
    'bedreigd|gechanteerd|gestalkt|gepest|lastiggevallen|uitgescholden|geïntimideerd|beledigd|gediscrimineerd|afgeperst .. door|word|wordt|worden & ~{hypothetical}|personage',
    'zoon|zoontje|dochter|dochtertje|kind|zusje|broertje|vriend|vriendin .. word|wordt|is|werd .. {harm}',
    '{someone}|steeds|blijft|constant .. {harm} .. mij|me|ons|mijn|mn|met & ~{hypothetical}|hoe',
    'bedreigt|chanteert|stalkt|pest|scheldt|intimideert|beledigt|valt|treitert|vernedert mij|me|ons|mijn|mn & ~{hypothetical} & !{fiction}',
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

const PAYMENT: ReasonRules = {
  reason: 'payment',
  vocabulary: {
    ...WORDS,
    paid: [
      'betaald|betaalde|betaling|betalingen|betaal|overgemaakt|afgerekend|gekocht|kocht|aangeschaft|aangekocht|besteld|bestelde|gedoneerd|geabonneerd|opgewaardeerd|overgeschreven|gestort|uitgegeven|donatie|aankoop|aankopen|overboeking|ideal',
    ],
    kin: ['zoon|zoontje|dochter|dochtertje|kind|broertje|broer|zusje|zus|neefje|kleinzoon|kleindochter'],
    charged: [
      'afgeschreven|afgeboekt|in_rekening|geïncasseerd|incasso|incasseren|afschrijving*|afboeking*|aangerekend|gefactureerd|afgehaald|afschrijven|schrijven_jullie|schrijft|ingehouden|gaf_rekening|gedebiteerd',
    ],
    twice: [
      'twee_keer|tweemaal|dubbel|dubbele|2_keer|2x|twee_maal|drie_keer|driemaal|3x|meerdere_keren|meermaals|nogmaals|nog_een_keer|opnieuw|alweer|weer',
    ],
    goods: [
      'pakket|pakje|bestelling|rang|rank|coins|munten|skin|product|producten|levering|artikel|item|items|code|voucher|tegoed|sleutel|key|abonnement|lidmaatschap|premium|diamanten|vip|credits|battlepass|spullen|tickets|nitro|gems|kleding|zending',
    ],
    arrive: [
      'gekregen|ontvangen|geleverd|binnen|aangekomen|gehad|geactiveerd|krijg|kreeg|toegekend|bijgeschreven|zichtbaar|verschenen|ontvang|doorgekomen|erbij|te_zien|toegevoegd|gekomen|gebeurd|verwerkt|ontgrendeld|verstuurd|verzonden|bezorgd|gestort|staat_er|actief|terug_te_vinden|bevestiging|komt',
    ],
    refund: [
      'terugbetaling|terugbetaald|terugbetalen|terugbetaal|terugstort*|terug_stort*|terug_te_storten|teruggestort|teruggave|refund|restitutie|geld_terug|terugboek*|teruggeboekt|terugvorder*|storneer*|storneren|terugkrijgen|terug_krijgen|vergoeding|compensatie|creditnota|geld_terugkrijgen|euro_terug|terug_betal*',
    ],
    cancelled: [
      'opgezegd|geannuleerd|stopgezet|annuleerde|beëindigd|afgezegd|opgezegde|uitgeschreven|gecanceld|gecancelled|opzegging',
    ],
    wrong: [
      'klopt_niet|kloppen_niet|niet_klopt|niet_kloppen|verkeerd*|fout|foute|fouten|onjuist*|te_hoog|te_veel|teveel|dubbel|niet_correct|incorrect|anders_dan|hoger_dan',
    ],
    bill: ['factuur|facturen|rekening|bon|kassabon|bedrag|btw|prijs|aanmaning|betalingsherinnering'],
  },
  always: [
    'twee_keer|tweemaal|dubbel|dubbele|2_keer|2x|twee_maal|drie_keer|driemaal|3x & {charged}|betaald|betaling|geld|bedrag|rekening & {charged}|betaald|afgeboekt|gegaan|genomen & ~{hypothetical} & !{general}',
    '{charged} .. {twice}',
    '{twice} .. {charged} & ~{hypothetical}',
    'geld|centen|bedrag|euro|euros|# .. {charged}|verdwenen|weg & {my}|me|mij & {twice}|{not}|zonder|onbekend*|waarom|maar|toch|ineens|{cancelled}|onterecht',
    'wil|willen|wilde|wou|eis|verzoek|geef|geven|graag|moet|zou .. mijn|mn|ons|het|dat|al|die .. geld|centen|euro|euros|aankoop|bedrag|betaling|aankoopbedrag|knaken .. terug*',
    '{want} + {refund} & ~hoe|of & !{general}',
    '{refund} + {want} & !{general}',
    'ik|we|wij|mijn|mn .. {refund} .. {not}|nog|wachten|wacht|sind',
    'wacht|wachten|wachtend .. {refund}|geld|terugbetaling',
    'waar|wanneer .. blijft|krijg_ik|krijgen_wij|komt|is .. mijn|mn|onze|het .. geld|terugbetaling|bestelling|pakket|pakje|zending|refund|terugstorting|coins|rang',
    '{paid} & {not} .. {arrive} & !{general}',
    '{paid} & {arrive} .. niks|niets|niet|nooit|nog & !{general}',
    'betaald|gekocht|betaling|besteld|overgemaakt|gedoneerd & maar|en|toch|alleen .. niks|niets|nooit|geen|nog_steeds|nog_altijd|niet & !{general}',
    '{i} .. {paid} .. maar|en|toch|alleen .. {goods}|niks|niets .. niet|nooit|geen|weg|ontbreekt|ontbreken|verdwenen',
    '{my} .. {goods}|aankoop .. {not} .. {arrive} & !{general}',
    '{goods} .. {not} .. bijgeschreven|geleverd|aangekomen|ontvangen|bezorgd|toegevoegd|geactiveerd|gekregen|verzonden & !{general}',
    '{cancelled} & {charged}|betalen|betaald|aanmaning|incasso|kosten & ~{hypothetical} & !{general}',
    'zonder .. toestemming|te_vragen|akkoord|medeweten|mijn_weten & {charged}|verlengd|betaald|betaling',
    'onbekende|vreemde|rare|onverwachte|ongeautoriseerde afschrijving*|betaling|betalingen|transactie|transacties|kosten',
    'waarom|waarvoor|waarvan .. {charged}|betalen & {i}|mijn|mn|geld|#',
    '{charged} .. waarom|waarvoor|nooit|onterecht|onbekend|terwijl|zonder|zomaar|niet',
    'chargeback|terugboeking|geschil|storneren|terugboeken|terughalen .. via|bij|bank|paypal|starten|indienen|openen|aanvragen|doen & ik|we|ga|dan|laat|anders|heb',
    'ik|we|ga|dan|laat|anders|heb .. chargeback|terugboeking|geschil|storneren|gestorneerd|teruggeboekt|terugboeken',
    '{i} .. opgelicht|afgezet|bestolen|belazerd|genaaid|bedonderd|besodemieterd & ~{hypothetical}',
    'oplichters|oplichterij|oplichting & {i}|jullie|dit|{paid}|geld & !{general}',
    '{bill} .. {wrong} & !{general}',
    '{wrong} .. {bill} & !{general}',
    '{bill} & corrig*|aanpass*|aangepast|gecorrigeerd|herzien|opnieuw_sturen|opnieuw_versturen & {request}|{want}|{wrong} & !{general}',
    'per_ongeluk|ongewild|ongewenst|onbewust|foutje|vergissing & {paid}|verlengd|verlenging|afgesloten|abonnement|bestelling & !{general}',
    '{i} & {paid} .. verkeerde|verkeerd|foute & !{general}',
    'verkeerde|foute .. {goods}|maat|kleur .. {paid}|geleverd|gekregen|ontvangen|gestuurd & !{general}',
    '{goods}|code|voucher|cadeaubon|giftcard|tegoedbon|cadeaukaart .. werkt_niet|doet_het_niet|ongeldig|al_gebruikt|al_ingewisseld|reeds_gebruikt|niet_geldig & {i}|{paid} & !{general}',
    '{kin} .. {paid} & kaart|creditcard|rekening|geld|euro|euros|#|toestemming|paypal & !{general}',
    '{goods}|bestelling .. kapot|beschadigd|defect|incompleet|kwijt|verdwenen|vertraagd & {paid}|ontvangen|aangekomen|bestelling|geleverd|pakket & !{general} & !{fiction}',
    'te_veel|teveel .. {charged}|betaald|gerekend & !{general}',
    'mijn|mn|ons .. geld|centen .. kwijt|weg|foetsie|verdwenen & !{fiction}',
    '# .. {charged} .. van mijn|mn|onze',
    'nooit|niet|niks|niets .. besteld|gekocht|abonnement|afgesloten|geautoriseerd & {charged}|betaling|rekening|factuur|aanmaning',
  ],
  unlessHypothetical: [
    '{kin} & {paid} & kaart|creditcard|rekening|euro|euros|toestemming|paypal|te_vragen|weten',
    'hoezo|hoe_kan_het|hoe_kan_dat|hoe_komt_het & {charged}|geld|betaald|betaling|rekening|factuur & {my}|{i}|#',
    'mijn|mn|ons geld|centen|knaken|poen|euros .. nog|eindelijk|ooit|nu|gewoon terug',
    'me|mij|ons .. {twice}|# .. laten_betalen|betalen|afgeschreven',
    'mijn|mn|ons geld terug|terugkrijgen|terughebben'],
  unlessGeneral: [
    '{i} + {paid} + {not} + {goods}',
    '{charged} + {my}|me|mij|ons + {not}|toch|weer|terwijl|onterecht|ondanks',
    '{paid} + mislukt|fout|foutmelding|dubbel|verkeerd + {i}|geld|#',
    '{cancelled} + toch|alsnog|nog_steeds|terwijl|ondanks + {bill}|{charged}|verlengd|actief',
    'abonnement|proefperiode|lidmaatschap + verlengd + {not}|zonder|automatisch|ongewenst & {i}',
    '{bill} + {not} + ontvangen|gekregen + {i}',
    '{paid}|{charged} & {trouble} & {i} & !{fine} & !{fiction}',
    'aanmaning*|incassobureau|deurwaarder|herinnering & {trouble}|betaald|gestorneerd & {i}',
    'proefperiode|proefabonnement|gratis_periode & {charged}|betaald|kwijt|#|kosten & toch|{not}|{trouble}',
    'cadeaukaart|giftcard|cadeaubon|tegoedbon|voucher|tegoedkaart & gebruikt|ongeldig|werkt|geweigerd|verlopen & {i}',
    'geld|bedrag|euro|euros|# & {my} .. rekening|bankrekening|kaart|creditcard|paypal|saldo & af|weg|afgegaan|verdwenen|gegaan',
    'geld|bedrag|euro|euros + {my}|ik|me + terug|retour|weg|kwijt & !{fiction} & !{fine}',
  ],
};

const BAN: ReasonRules = {
  reason: 'ban',
  vocabulary: {
    ...WORDS,
    banned: [
      'gebanned|geband|gebannen|gebant|verbannen|gemute|gemuted|gedempt|gekickt|gekicked|geschorst|geblokkeerd|geblockt|geweerd|eruit_gegooid|eruit_gezet|uitgesloten|getimeout|gepermabanned|permabanned|gestraft|verwijderd_uit|eruitgegooid|eruitgezet|eruit_gekickt|eruit_geknikkerd|gesuspend*|opgeschort|buitengesloten|buitengegooid|gewaarschuwd|bestraft',
    ],
    ban: [
      'ban|bans|mute|kick|timeout|time_out|schorsing|blokkade|blokkering|verbanning|permaban|perma|straf|waarschuwing|warn|strike|verwijdering|*ban|uitsluiting|sanctie',
    ],
    lift: [
      'opheffen|opgeheven|opheft|intrekken|ingetrokken|ongedaan|herzien|herbekijken|heroverwegen|bekijken|nakijken|terugdraaien|teruggedraaid|aanvechten|weghalen|eraf|verwijderen|verkorten|nagekeken|bekeken|herzien|aangevochten',
    ],
    staff: ['moderator*|mod|mods|admin*|beheerder*|staff|team|jullie|een_van_jullie'],
  },
  always: [
    '{i} .. {banned} & {unfair}|{staff}|voor|door|server|discord|chat|kanaal|account|sind|{not}|permanent|voorgoed & ~{hypothetical} & !{general}',
    'ben|werd|word|was|zijn .. ik? .. gebanned|geband|gebannen|gebant|gemute|gemuted|gekickt|gekicked|geschorst|getimeout|gedempt|permabanned|gepermabanned & ik|ben|we & ~{hypothetical}|de_speler|hij & !{general}',
    'waarom .. ben|werd|was|word|is .. ik|mijn|mn|we .. {banned}',
    'waarom .. {ban} & {i} & !{general}',
    'onterecht*|oneerlijk*|ten_onrechte|zonder_reden|zomaar|voor_niks|voor_niets|zonder_uitleg|zonder_waarschuwing .. {banned}|{ban} & ~{fiction}',
    '{banned}|{ban} .. onterecht*|oneerlijk*|ten_onrechte|zonder_reden|zomaar|voor_niks|voor_niets|zonder_uitleg|zonder_waarschuwing|vergissing|misverstand|slaat_nergens & ~{fiction}',
    'mijn|mn|m|deze|die|onze .. {ban} .. {lift}|onterecht|vergissing|afgelopen|voorbij|verlopen|nog_steeds & !{general}',
    '{lift} .. mijn|mn|deze|de .. {ban}',
    '{want} .. {ban} .. {lift} & {i}|{request} & !{general}',
    '{request} & {ban} .. {lift} & !{general}',
    'hef|haal|trek .. {ban} .. op|weg|eraf|in',
    'bezwaar|beroep|protest .. maken|aantekenen|tegen|indienen|gaan & {ban}|{banned}',
    '{i}|mijn|mn .. {ban} .. bezwaar|beroep|aanvechten',
    'unban|ontban|deban|unmute mij|mijn|mn|ons|aub|alsjeblieft|alstublieft',
    'unban*|ontban*|unbanned|gedeblokkeerd|deblokkeer*|deblokkeren|ontdempen|geunbanned|unmute*|vrijgegeven & {request}|{want}|wanneer_word & {i} & !hoe',
    '{staff} .. heeft|hebben|had .. mij|me|ons|mijn|mn .. {banned}|gebanned|gekickt|verwijderd|verbannen|gegooid|gezet|afgesloten',
    'kreeg|krijg|gekregen|kregen .. ban|mute|schorsing|timeout|kick|permaban|warn|waarschuwing|verbod & {i} & {unfair}|voor|{not}|terwijl|maar|weken|dagen|permanent & ~{hypothetical} & !{general}',
    'heb|hebben|krijg|kreeg .. een|n .. ban|permaban|mute|schorsing|timeout .. gekregen|gehad|voor|terwijl|maar|zonder|om & ~{hypothetical} & !{general}',
    '{account} .. is|werd|staat|wordt|zijn .. geblokkeerd|geschorst|opgeschort|gebanned|geband|uitgeschakeld|gesuspend*|gedeactiveerd|afgesloten & {i} & ~{hypothetical} & !{general}',
    'tweede|nieuwe|nog_een|laatste kans & {i}|{ban}|{banned}|{request} & !{general}',
    'hoezo|hoe_kan_het|hoe_kan_dat|hoe_komt_het|waarom & {ban}|{banned} & {i}',
    '{i} .. {unfair} .. uitgegooid|uitgezet|gegooid|gezet',
    '{ban} .. eraf|weg|af & kan|mag|kunnen|haal & {my}|ik & !{general}',
    'mag|kan .. ik .. niet .. chatten|typen|praten|schrijven|server_op|meer_op & waarom|ineens|opeens|plotseling|meer',
    'ik .. kan|mag .. niet_meer|niet .. in|op .. server|discord & {banned}|{ban}|verwijderd',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    '{my}|onze + {ban} + {unfair}|{lift}',
    '{i} + gebanned|geband|gebannen|gebant|gemute|gemuted|gekickt|geschorst & !{someone}',
    '{i} + {banned} + {unfair}|{staff} & !{someone}',
    'mijn_zoon|mijn_dochter|mijn_vriend|mijn_broer|mijn_broertje|mijn_vriendin + {banned} + {unfair}',
    '{i} + {banned}|{ban} + {dutch} + {trouble}|server|discord|voorgoed|permanent & !{someone}',
    'anticheat|anti_cheat|automod|filter|systeem|bot + {banned}|uitgegooid|eruit|flag*|{ban} + {i} & {unfair}|{trouble}',
    'sorry|spijt|excuses + {dutch} + {banned}|{ban} & {i}',
  ],
};

const ACCOUNT: ReasonRules = {
  reason: 'account',
  vocabulary: {
    ...WORDS,
    hacked: [
      'gehackt|gehacked|gehacket|hackte|overgenomen|gestohlen|gestolen|gejat|gepikt|gekaapt|gephisht|gehijackt|gecompromitteerd|ingebroken|misbruikt|binnengedrongen|gekraakt|leeggehaald|leeggeroofd|gegapt|gestole',
    ],
    login: [
      'wachtwoord|wachtwoorden|ww|e_mail|email|mail|mailadres|e_mailadres|emailadres|e_mail_adres|inloggegevens|telefoonnummer|gegevens|inlog|login',
    ],
    changed: ['veranderd|gewijzigd|aangepast|verandert|veranderde|vervangen|omgezet|gereset|wijzigde'],
    enter: [
      'inloggen|in_loggen|inlog|aanmelden|in_mijn|in_mn|op_mijn|op_mn|bij_mijn|bij_mn|binnen|erin|toegang|ingelogd|binnenkomen|aangemeld|mijn_account|mn_account',
    ],
    factor: [
      '2fa|authenticator*|tweestap*|twee_stap*|tweefactor*|verificatiecode*|backupcode*|backup_codes|herstelcode*|authenticatie*|verificatie*|sms_code',
    ],
    lost: [
      'kwijt|verloren|kapot|stuk|gestohlen|gestolen|weg|niet_meer|nieuwe_telefoon|nieuw_toestel|gereset|verwijderd|gevallen|geen_toegang|in_het_water|verkocht|werkt_niet',
    ],
    code: [
      'code|codes|mail|mailtje|email|e_mail|sms|resetmail|reset_mail|link|herstelmail|bevestigingsmail|verificatiemail|verificatiecode|inlogcode|bevestigingscode|resetlink',
    ],
    data: ['account|acc|profiel|gegevens|data|persoonsgegevens|informatie|alles'],
  },
  always: [
    '{my}|me|mij|ons .. {account} .. {hacked} & ~{hypothetical} & !{general}',
    '{hacked} .. {my} .. {account} & ~{hypothetical}',
    'ik|we|ben|werd|is .. gehackt|gehacked|gehacket|gephisht & ik|ben|mijn|mn|we|help & ~{hypothetical} & !{general}',
    '{someone}|heeft|hebben .. {my} .. {account}|{login} .. {hacked}|{changed}|gebruikt',
    '{my} .. {login} .. is|zijn|werd|was|werden|blijkt .. {changed} & !{general}',
    '{login} .. {changed} & {someone}|zonder|niet_door_mij|{hacked} & ~ik & !{general}',
    '{someone}|hacker .. op|in|van|tot|met .. {my} .. {account}',
    '{account} .. {someone} .. gebruikt|ingelogd|speelt|toegang & ~hoe',
    'ingelogd|inlog*|aanmelding*|inlogpoging*|login .. onbekend*|ander_land|vreemd*|rusland|china|buitenland|niet_ik|was_ik_niet|ander_apparaat',
    'was_ik_niet|ben_ik_niet|niet_door_mij|was_niet_ik & {account}|inlog*|ingelogd|login|{changed}',
    'kan|kom|kunnen|lukt|krijg|raak|geraak|konden|kon|komen .. niet|niet_meer|nergens|geen|nimmer .. {enter} & !server & !{general}',
    'kan|kom|lukt .. {enter} .. niet|niet_meer & {i} & !{general}',
    'inloggen|aanmelden|login .. lukt|werkt|gaat|kan|mislukt .. niet|niet_meer|nooit|steeds|telkens & !{general}',
    'niet_meer|niet .. inloggen|ingelogd|in_loggen & ik|me|mijn|mn|kan|krijg|lukt & !{general}',
    'geen|verloren|kwijt .. toegang .. meer|tot|op|aan|account|mail & !{general}',
    'toegang .. kwijt|verloren & {i}|account',
    '{my} .. {account} .. kwijt|weg|verdwenen|verwijderd|leeg|gewist|foetsie|vergrendeld|op_slot|buitengesloten|bestaat_niet|onvindbaar & ~ik_heb|wil|hoe & !{general}',
    '{account} .. bestaat_niet|bestaat_ineens|is_weg|verdwenen|onvindbaar & {i}|ineens|plots*',
    'mijn|mn .. voortgang|spullen|save|progressie|levels|inventaris .. weg|verdwenen|kwijt|gewist|verloren & {account}|inloggen|ingelogd|alles|update|uur|# & !{general} & !{fiction}',
    '{factor} .. {lost} & {dutch} & !{general}',
    '{lost} .. {factor} & {dutch} & !{general}',
    'telefoon|mobiel|toestel|gsm|telefoonnummer|nummer & {lost}|nieuw|nieuwe|ander & {factor}|inloggen|account|code|codes & !{general}',
    '{code} .. komt|komen|ontvang|krijg|kreeg|arriveert|kom .. niet|geen|nooit|niks & inlog*|account|wachtwoord|verificatie*|reset*|herstel*|bevestiging*|aanmelden|code & !{general} & !voucher|cadeau*|promo*|korting*',
    'krijg|ontvang|kreeg|komt .. geen|nooit|niet .. {code} & inlog*|account|wachtwoord|verificatie*|reset*|herstel*|bevestiging*|aanmelden & !{general} & !voucher|cadeau*',
    'wachtwoord vergeten & mail|email|e_mail|telefoon & niet_meer|geen|oude|niet|kwijt & !{general}',
    '{account} & terug|herstel|herstellen|terugkrijgen|terughalen|terughebben|redden & {request}|{want}|help & {hacked}|kwijt|mijn|mn & !{general}',
    'phishing*|nep_link|neplink|valse_link|nepsite .. geklikt|ingevuld|getrapt|ingetrapt & ik|heb|ben',
    'geklikt|ingevuld|getrapt|ingetrapt .. phishing*|nep_link|neplink|valse_link|nepsite',
    // Deletion
    '{want} .. {my}|al|alle .. {data} .. verwijder*|wissen|gewist|wist|verwijdering|verwijderen & !{general} & !bericht',
    'verwijder|wis|verwijdert .. mijn|mn|al .. {data} & ~hoe & !{general}',
    'verwijdering|wissen|verwijderen .. van .. mijn|mn|al .. {data} & {want} & !{general}',
    'avg|recht_op_vergetelheid|recht_op_inzage & mijn|mn|verzoek|gegevens & !{general}',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    '{account} + {hacked} + {dutch}',
    '{login} + {hacked} & {my}|ik',
    '{someone} + {account} + {hacked}|{changed}',
    '{account}|inloggen|ingelogd|wachtwoord|progressie|voortgang + {my}|ik + weg|kwijt|verdwenen|overgenomen|onbekend*|vreemd*|gewist|gereset|leeg & !{fine} & !{fiction}',
    'inloggen|ingelogd|inlog + {trouble}|niet + {i}|wachtwoord|account',
    '{my} + {account} + kwijt|verdwenen|buitengesloten|vergrendeld',
    '{want} + {my} + account + verwijderen|gewist|verwijderd|wissen',
  ],
};

const HUMAN: ReasonRules = {
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
      'kijken|meekijken|nakijken|komen|langskomen|overnemen|reageren|antwoorden|terugbellen|bellen|contact_opnemen|oppakken|bekijken|checken|helpen|ingrijpen|antwoord|naar_kijken',
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
    'mens|medewerker|moderator|mod|admin|beheerder|klantenservice aub|alsjeblieft|alstublieft|graag|nu|svp',
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
    '{person} + {talk} + {i}|{want}',
    '{person} + {talk}|berichtje|bericht|sturen|mailen + kan|kunnen|mag|wil|graag & {i} & !{fiction}',
    'zijn|is .. echte mensen|mens|persoon|medewerkers & hulp|help|nodig|praten & ik|me',
    '{echt} + {person} + hulp|help|nodig|praten|spreken|graag|wil',
    'niemand|geen_enkele|geen_antwoord|geen_reactie + reageert|antwoordt|antwoord|helpt|reactie|luistert|opneemt & ik|mijn|mn|me|ons|jullie|hier & !{fiction}',
    'iemand + aan_de_lijn|telefoon|telefonisch|bellen + wil|graag|kan|mag|gewoon',
    'terugbellen|bel_me|bel_mij|terugbelverzoek',
  ],
};

/** Dutch, as German and English have it in rules/. */
export const DUTCH: readonly ReasonRules[] = [SAFETY, PAYMENT, BAN, ACCOUNT, HUMAN];
