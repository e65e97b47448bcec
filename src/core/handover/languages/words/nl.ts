import type { Vocabulary } from '../../pattern.ts';

/**
 * Dutch is near to German and English, so every rule needs a word that only Dutch has. What looks like a typo there is
 * mended before rules are tried, so `what`, `sind` and `gestohlen` stand for "wat", "sinds" and "gestolen".
 */
export const DUTCH_WORDS: Vocabulary = {
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
  // In danger
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
  // Money
  done: [
    'betaald|betaalde|overgemaakt|afgerekend|gekocht|kocht|aangeschaft|aangekocht|besteld|bestelde|gedoneerd|geabonneerd|opgewaardeerd|overgeschreven|gestort|uitgegeven',
  ],
  paid: ['{done}|betaling|betalingen|betaal|donatie|aankoop|aankopen|overboeking|ideal'],
  kin: ['zoon|zoontje|dochter|dochtertje|kind|broertje|broer|zusje|zus|neefje|kleinzoon|kleindochter'],
  charged: [
    'afgeschreven|afgeboekt|in_rekening|geïncasseerd|incasso|incasseren|afschrijving*|afboeking*|aangerekend|gefactureerd|afgehaald|afschrijven|schrijven_jullie|schrijft|ingehouden|gehaald|geplukt|afgetrokken|getrokken|weggehaald|gedebiteerd|belast',
  ],
  twice: [
    'twee_keer|#_keer|tweemaal|dubbel|dubbele|2_keer|2x|twee_maal|drie_keer|driemaal|3x|meerdere_keren|meermaals|nogmaals|nog_een_keer|opnieuw|alweer|weer',
  ],
  goods: [
    'pakket|pakje|bestelling|rang|rank|coins|munten|skin|product|producten|levering|artikel|item|items|code|voucher|tegoed|sleutel|key|abonnement|lidmaatschap|premium|diamanten|vip|credits|battlepass|spullen|tickets|nitro|gems|kleding|zending',
  ],
  arrive: [
    'gekregen|ontvangen|geleverd|binnen|aangekomen|gehad|geactiveerd|krijg|kreeg|toegekend|bijgeschreven|zichtbaar|verschenen|ontvang|doorgekomen|erbij|te_zien|toegevoegd|gekomen|gebeurd|verwerkt|ontgrendeld|verstuurd|verzonden|bezorgd|gestort|staat_er|actief|terug_te_vinden|bevestiging|komt',
  ],
  refund: [
    'terugbetaling|terugbetaald|terugbetalen|terugbetaal|terugstort*|terug_stort*|terug_te_storten|teruggestort|teruggave|refund|restitutie|geld_terug|terugboek*|teruggeboekt|terugvorder*|storneer*|stornieren|terugkrijgen|terug_krijgen|vergoeding|compensatie|creditnota|geld_terugkrijgen|euro_terug|terug_betal*',
  ],
  cancelled: [
    'opgezegd|gestopt|geannuleerd|stopgezet|annuleerde|beëindigd|afgezegd|opgezegde|uitgeschreven|gecanceld|gecancelled|opzegging',
  ],
  wrong: [
    'klopt_niet|kloppen_niet|niet_klopt|niet_kloppen|verkeerd*|fout|foute|fouten|onjuist*|te_hoog|te_veel|teveel|dubbel|niet_correct|incorrect|anders_dan|hoger_dan',
  ],
  bill: ['factuur|facturen|rekening|bon|kassabon|bedrag|btw|prijs|aanmaning|betalingsherinnering'],
  // Sanctions
  banned: [
    'gebanned|geband|gebannen|gebant|verbannen|gemutet|gemuted|gedempt|gekickt|gekicked|geschorst|geblokkeerd|geblockt|geweerd|eruit_gegooid|eruit_gezet|uitgesloten|getimeout|gepermabanned|permabanned|gestraft|verwijderd_uit|eruitgegooid|eruitgezet|eruit_gekickt|eruit_geknikkerd|gesuspend*|opgeschort|buitengegooid|gewaarschuwd|bestraft',
  ],
  ban: [
    'ban|bans|mute|kick|timeout|time_out|schorsing|blokkade|blokkering|verbanning|permaban|perma|straf|waarschuwing|warn|strike|verwijdering|*ban|uitsluiting|sanctie',
  ],
  lift: [
    'opheffen|opgeheven|opheft|intrekken|ingetrokken|ongedaan|herzien|herbekijken|heroverwegen|bekijken|nakijken|terugdraaien|teruggedraaid|aanvechten|weghalen|eraf|verwijderen|verkorten|nagekeken|bekeken|herzien|aangevochten',
  ],
  staff: ['moderator*|mod|mods|admin*|beheerder*|staff|team|jullie|een_van_jullie'],
  // Accounts
  hacked: [
    'gehackt|gehacked|gehacket|hackte|overgenomen|gestohlen|gejat|gepikt|gekaapt|gephisht|gehijackt|gecompromitteerd|ingebroken|misbruikt|binnengedrongen|gekraakt|leeggehaald|leeggeroofd|gegapt|gestole',
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
    'kwijt|verloren|kapot|stuk|gestohlen|weg|niet_meer|nieuwe_telefoon|nieuw_toestel|gereset|verwijderd|gevallen|geen_toegang|in_het_water|verkocht|werkt_niet',
  ],
  code: [
    'code|codes|mail|mailtje|email|e_mail|sms|resetmail|reset_mail|link|herstelmail|bevestigingsmail|verificatiemail|verificatiecode|inlogcode|bevestigingscode|resetlink',
  ],
  data: ['account|acc|profiel|gegevens|data|persoonsgegevens|informatie|alles'],
  // A person
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
};
