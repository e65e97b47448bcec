/**
 * What stands beside personal data in each language, as data: parts of expressions without regard to case, and to
 * accents that somebody in haste leaves out. A stem also begins a longer word.
 */
const list = (words: string): string[] =>
  words
    .split(/\s+/)
    .filter((word) => word !== '' && !/^\w\w:$/.test(word))
    .map((word) => word.replace(/(?<=.)[ß-ž]|[ß-ž](?=.)/g, withoutAccent).replaceAll('_', '[ \\t-]?'));
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ı: 'i' };
const withoutAccent = (letter: string) => `(?:${letter}|${PLAIN[letter] ?? letter.normalize('NFD')[0]})`;

/** Names of a password, also within a word. */
export const PASSWORD_PARTS = list(`
  de: passwort kennwort en: password passcode passphrase es: contraseña pt: palavra_passe nl: wachtwoord paswoord toegangscode
`);
/** Names of a password as words of their own. */
export const PASSWORD_WORDS = list(`
  de: pw pin en: passwd pass pwd fr: mots?_de_passe mdp code_wi-?fi es: clave contra(?=_del?_wi-?fi) it: psw parola pt: senha nl: ww wachtw pl: hase?ł\\p{L}{1,3} tr: (?:şifre|parola)\\p{L}{0,4}
`);
/** Between the name of a password and itself, on either side. */
export const PASSWORD_IS = list(`
  de: ist lautet war en: is was ['’]s fr: est était c['’]est es: es era fue it: è e['’] é era pt: era foi pl: jest to(?=\\smoj) (?<=hasło(?:\\s\\p{L}+){0,3}\\s)to
`);
/** The same of a wish, and before a new password. */
export const PASSWORD_TO = list(`
  de: wäre auf zu mit en: be to with fr: serait sera en par à es: sería será por a antigua nueva it: sarebbe sarà in con su vecchia nuova pt: seria será para por antiga nova nl: zou naar in op pl: byłoby na tr: olarak
`);
/** Between a password and its name where the verb stands elsewhere. */
export const PASSWORD_MINE = list('de: mein en: my it: mia nl: mijn pl: moje tr: benim');
/** Between a password and its name. */
export const PASSWORD_AS = list('de: als en: as fr: comme pour es: como it: come pl: jako');
/** Before the name of an account or of a thing. */
export const NAMES_BEFORE = list(`
  de: benutzer nutzer konto login en: user code id model fr: utilisateur identifiant compte es: usuario cuenta it: utente pt: utilizador usuário conta nl: gebruiker pl: użytkownik konto tr: kullanıcı adı hesa
`);
/** Products and methods whose names hold a number. */
export const NUMBERED_NAMES = 'windows|macos|iphone|ipad|ios|android|oauth|sha|md|base|utf|wpa|ipv|http|tls';
/** Stems that announce a key; the second list, what else looks drawn at random. */
export const KEY_STEMS = list(`
  de: schlüssel en: bearer key token secret credential fr: clés?(?!\\p{L}) jeton es: clave credencial it: chiave credenzial pt: chave nl: sleutel pl: klucz tr: anahtar
`);
export const DRAWN_STEMS = list('en: commit hash sha md5 checksum id uuid guid digest rev revision etag');
/** Stems that announce a number to call, and words that do. */
export const PHONE_STEMS = list(`
  de: telefon handy mobil festnetz rückruf anruf anzuruf erreich rufnummer durchwahl unter_(?:der_)?n(?:umme)?r meine_(?:alte_|neue_)?n(?:umme)?r en: phone mobile cell call text_me reach_me other_line whatsapp my_(?:old_|new_)?num voicemail contact_n(?:o|um)
  fr: autre_ligne téléphon portable appel rappel joindre joign (?:mon|au)_(?:ancien_|nouveau_)?num es: otra_línea teléfono móvil llám (?:mi|al)_(?:antiguo_|nuevo_)?núm conta[ct]t? it: altra_linea cellulare chiam richiam (?:mio|al)_(?:vecchio_|nuovo_)?num
  pt: ligue outra_linha telemóvel telefone celular contacto contato (?:meu|pelo)_(?:antigo_|novo_)?núm nl: andere_lijn telefoon mobiel bereik (?:mijn|mn|op)_(?:oude_|nieuwe_)?n(?:umme)?r
  pl: komórk stacjonarn zadzwo dzwoń dzwoni oddzwo numer_telefonu (?:mój|pod|na)_(?:stary_|nowy_)?n(?:ume)?r kontakt tr: numaram ulaş telefonum ceptel
`);
export const PHONE_WORDS = list(`
  de: tel ruf ruft fon mob ☎ 📞 📱 en: (?<!<)[mtph](?=[:.]) ring sms sim ph fr: tél fixe port(?=\\.) es: tlf tfno it: cell fisso pt: telm tlm liga ligar nl: bel belt bellen gsm app pl: kom tr: cep ara arayın arasın arar
`);
/** The same for what else has a number. */
export const NUMBER_STEMS = list(`
  de: bestell rechnung auftrag vorgang artikel ersatzteil teile serien sendung paket kunden vertrag buchung gutschein fehler aktenzeichen transaktion modell lizenz mitglied beleg zähler charge \\p{L}{4,20}nummer
  en: order invoice ticket article item serial track parcel shipment customer contract booking voucher coupon error transaction licen[cs]e member account version release receipt case_no match score seed timestamp spare part_
  fr: commande facture dossier référence reference série suivi colis client contrat réservation erreur modèle reçu(?!\\p{L}|_(?:sur|du|de|par|à|au)) pièce
  es: pedido factura referencia recambio repuesto pieza artículo serie envío seguimiento paquete cliente contrato reserva recibo
  it: ordine fattura pratica riferimento articolo tracciamento pacco spedizione cliente contratto prenotazione errore codice matricola ricevuta ricambio pezzo
  pt: encomenda fatura processo referência artigo série rastre pacote contrato licença código recibo peça nl: bestel onderdeel factuur kenmerk artikel serie zending pakket klant boeking
  pl: zamówieni faktur zgłoszeni artykuł seryjn przesyłk paczk klient umow rezerwacj błąd błęd licencj indeks paragon część części tr: sipariş fatura talep seri kargo takip müşteri sözleşme rezervasyon lisans işlem parça
`);
export const NUMBER_WORDS = list(`
  de: fall los modell en: case ref part code model id sku ean upc isbn issn imei vat build batch lot claim nr no(?=[.:]) hash port pid uid level fr: article licence es: caso error modelo licencia it: seriale modello licenza pt: reserva erro modelo nota
  nl: zaak fout model bon pl: sprawa model kod tr: ürün hata kod fiş
`);
/** Units and moneys behind a number that is none to call. */
export const UNITS = list(`
  de: euro eur € cent stück mal nutzer punkte coins gold tage stunden minuten sekunden uhr prozent % zeichen klicks aufrufe downloads kg g km m cm mm l ml gb mb kb tb kwh
  en: dollars? usd \\$ £ gbp pounds? points? users? times days? hours? minutes? seconds? views? bytes pcs xp ms px hz mah players? members? steps? rows? fr: euros fois jours heures points vues pièces es: veces días horas puntos vistas piezas
  it: volte giorni ore punti visite pezzi pt: vezes dias reais r\\$ pontos peças nl: keer dagen uur punten stuks pl: zł pln razy dni godzin punkt sztuk szt tr: tl lira ₺ kez gün saat puan adet
`);
/** Stems that announce where somebody lives. */
export const HOME_STEMS = list(`
  de: adresse anschrift wohn lieferadresse rechnungsadresse liefer plz postleitzahl ziehe umgezogen büro absender empfänger paket abgeb abhol schick (?:straße|street|rue|calle|via|rua|straat|ulica|sokak)[^:\\n]{0,12}:
  en: address live ship deliver moved pick_up based office send postcode zip sender recipient parcel fr: adresse habit livr domicil code_postal déménag bureau demeur situé retrait envo expéditeur destinataire colis
  es: dirección vivo enví domicilio código_postal mud recog oficina remitente destinatario paquete it: indirizzo abit vivo sped consegn residen cap trasferit ritir ufficio mittente destinatario pacco
  pt: morada endereço moro enviar entreg código_postal cep mud levant escritório remetente destinatário pacote nl: adres woon bezorg postcode verhuis kantoor lever stuur afzender pakje pakket ophal
  pl: adres mieszka wysł wyśl dostaw kod_pocztowy przeprowadz zamieszka biur odebra nadawc odbiorc paczk tr: adres otur teslim gönder posta_kodu taşın ofis ikamet alıcı paket
`);
/** Before the name of a street that somebody lives in. */
export const PREPOSITIONS =
  'in|im|an|am|auf|nach|bei|zu[mr]?|at|to|on|à|aux?|a|en|em|na|no|w|do|op|naar|bij|ad|para|pod|adres\\w*|ist|is|est|es|è|é|to';
/** Ends of a street's name; the second list also ends other words, so an address must go on behind it. */
export const STREET_ENDS = list(`
  de: stra?ße str\\. gasse allee chaussee nl: straat laan gracht kade singel dreef steeg steenweg burgwal plantsoen plein boulevard
`);
export const STREET_ENDS_OR_WORDS = list(`
  de: weg platz ring damm ufer hof markt stieg steig pfad str steige nl: weg dijk hof pad baan wal park haven erf brink lei vest
`);
/** Behind number and name: `10 Baker Street`. */
export const STREET_TYPES_BEHIND = list(`
  fr: rue en: street st\\.? road rd\\.? avenue ave\\.? lane ln\\.? boulevard blvd\\.? crescent terrace gardens mews grove
`);
export const STREET_TYPES_BEHIND_OR_WORDS = list(`
  en: drive dr\\.? court ct\\.? way close place pl\\.? square sq\\.? row hill walk view green rise vale quay wharf yard park estate parade gate path meadows? fields? parkway pkwy\\.? highway hwy\\.? circle trail
`);
/** Between a number and the name, or before both: `12 rue des Lilas`. */
export const STREET_TYPES_BETWEEN = list(`
  de: straße_de[rs] platz_de[rs] allee_de[rs] fr: rue r\\. avenue av\\.? ave boulevard bd\\.? bld bvd chemin impasse ruelle allée ch\\. quai route rte\\.? cours place pl\\.? square sq\\.? passage sentier faubourg esplanade promenade montée cité hameau lotissement
`);
/** Before the name, which a number follows: `Calle Mayor 5`. */
export const STREET_TYPES_BEFORE = list(`
  nl: laan_van es: calle c/ c\\. carrer rambla avenida avda\\.? paseo pº plaza pasaje rúa pl?za\\.? camino callejón cuesta barrio polígono carretera ctra\\.? ronda travesía glorieta urb\\.
  it: via viale v\\.le piazza p\\.zza p\\.le l\\.go borgo salita traversa vico corso c\\.so largo vicolo piazzale strada contrada lungo[a-z]+
  pt: rua r\\. avenida av\\.? travessa tv\\. calçada ladeira praça praceta bairro urbanização largo alameda estrada rodovia beco pl: ul\\. ulica ulicy ulicę al\\. aleja alei aleje pl\\. plac placu os\\. osiedle osiedlu rynek rynku
`);
/** What is called `via`, `place` or `drive` and numbered without being a street. */
export const NO_STREETS = list(`
  de: paypal e-?mail mail steam app sms whatsapp discord telegram klarna usb wifi wlan lan dhl ups post api http ftp bluetooth twitch youtube en: google hard flash test disk tape (?:one|two|\\d)_way
`);
/** Behind the name and before the number, which often follows `No`. */
export const STREETS_BEHIND = list(`
  tr: mah\\. mahallesi mahalle mah cad\\. caddesi cad cd\\. sok\\. sokak sokağı sok sk\\. bulvarı bulv\\. blv\\. apt\\. apartmanı sitesi yolu meydanı köyü
`);
/** Before the number of a box at the post office; the second list also means other things. */
export const BOXES = list(`
  en: p[.\\s]{0,2}o[.\\s]{0,2}box es: apartado_de_correos apdo\\.? it: casella_postale pt: caixa_postal nl: postbus pl: skr\\._poczt\\. skrytka(?:_pocztowa)?
`);
export const BOXES_OR_WORDS = list('de: postfach fr: b\\.?p\\.? es: apartado it: c\\.p\\. tr: p\\.?k\\.?');
/** Places without numbers. */
export const PLACES = list('fr: lieu-dit es: s/n it: località pt: quinta lugar_de');
/** Before the name of a quarter or village, with its street behind. */
export const QUARTERS = list('es: urb\\.? urbanización barrio it: fraz\\.? frazione pt: bairro');
/** Of a flat within a house. */
export const DOORS = list(`
  de: whg wohnung og eg dg ug stock etage stiege top tür hinterhaus hinterhof hh vorderhaus vh haus links rechts en: # apt flat unit suite apartment floor room fr: appt appartement bât bâtiment étage escalier esc résidence
  es: piso puerta esc int bajo izda izq dcha portal bloque planta ático it: int interno scala piano palazzina pt: andar apto bloco casa esq dto direito esquerdo fração lote r/c nl: bus hs huis bis toev(?:oeging)? boven pl: m(?=[.:\\s]{1,2}\\d) lok
  tr: d(?=[.:\\s]{1,2}\\d) daire kat blok
`);
/** Opens a line below an address that is no town. */
export const CLOSINGS = list(`
  de: danke bitte viele mit liebe en: thanks thank please best kind regards fr: merci cordialement es: gracias saludos un it: grazie cordiali saluti pt: obrigad cumprimentos nl: bedankt dank groet pl: dziękuj dzięki pozdrawiam tr: teşekkür saygı
`);
/** Words within names that begin small; the second list also opens what a sentence says of a place. */
export const NAME_PARTICLES =
  'de|du|la|le|les|des|del|los|las|di|da|do|dos|das|della|dei|degli|delle|van|von|het|ter|ten|der|den|of|the|ks\\.|św\\.|gen\\.|prof\\.|dr\\.';
export const PARTICLES = `${NAME_PARTICLES}|am|an|dem|die|im|in|zum|zur|auf|unter|vor|bei|l|d|sur|sous|saint|et|en|aux?|y|e|san|santa|op|aan|upon`;
/** Before the number of a house. */
export const SIGNS = [
  'n\\.? ?[ºO°o]\\.?',
  'no[.:]?',
  'nr\\.?',
  'n\\.',
  '#',
  'n[uúUÚ]mero',
  'civico',
  'num\\.?',
  'lote',
  'km',
];
