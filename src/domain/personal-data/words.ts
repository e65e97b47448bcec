import type { Language } from '../types.ts';

/**
 * What stands beside personal data in each language, as data: parts of expressions without regard to case. A stem
 * also begins a longer word.
 */
type ByLanguage = Readonly<Record<Language, string>>;
const list = (words: ByLanguage): string[] =>
  Object.values(words)
    .flatMap((some) => some.split(' ').filter(Boolean))
    .map((word) => word.replaceAll('_', '[ \\t-]?'));

/** Names of a password, also within a word. */
export const PASSWORD_PARTS = list({
  ...{ de: 'passwort kennwort', en: 'password passcode passphrase', fr: '', es: 'contraseña contrasena' },
  ...{ it: '', pt: 'palavra-passe', nl: 'wachtwoord toegangscode', pl: '', tr: '' },
});
/** Names of a password as words of their own. */
export const PASSWORD_WORDS = list({
  ...{ de: 'pw pin', en: 'passwd pass pwd', fr: 'mots?_de_passe mdp', es: 'clave' },
  ...{ it: '', pt: 'senha', nl: '', pl: 'has[łl]o', tr: '' },
});
/** The same with endings. */
export const PASSWORD_STEMS = list({
  ...{ de: '', en: '', fr: '', es: '', it: 'parola', pt: '', nl: '', pl: 'has[łl]a', tr: '[şs]ifre parola' },
});
/** Between the name of a password and itself. */
export const PASSWORD_IS = list({
  ...{ de: 'ist lautet war', en: 'is was', fr: "est c['’]est", es: 'es era', it: "è e['’] é era" },
  ...{ pt: 'era', nl: '', pl: 'jest (?<=has[łl]o(?:\\s\\p{L}+){0,3}\\s)to', tr: '' },
});

/** Stems that announce a number to call, and words that do. */
export const PHONE_STEMS = list({
  de: 'telefon handy mobil festnetz rückruf anruf anzuruf erreich rufnummer durchwahl meine_nummer',
  en: 'phone mobile cell call text_me reach_me whatsapp my_number voicemail',
  fr: 'téléphon telephon portable appel rappel joindre joign mon_numéro',
  es: 'teléfono móvil movil llám llam mi_número contact',
  it: 'cellulare chiam richiam il_mio_numero',
  pt: 'telemóvel telemovel telefone celular contacto contato meu_número',
  nl: 'telefoon mobiel bereik mijn_nummer',
  pl: 'komórk zadzwo dzwoni oddzwo numer_telefonu mój_numer kontakt',
  tr: 'numaram ulaş telefonum ceptel',
});
export const PHONE_WORDS = list({
  ...{ de: 'tel ruf ruft fon mob', en: 'ring sms ph', fr: 'tél fixe', es: 'tlf tfno', it: 'cell fisso' },
  ...{ pt: 'liga ligue ligar ligar-me', nl: 'bel gsm app', pl: 'kom', tr: 'cep ara arayın arayin' },
});

/** The same for what else has a number. */
export const NUMBER_STEMS = list({
  de: 'bestell rechnung auftrag vorgang artikel teile serien sendung paket kunden vertrag buchung gutschein fehler aktenzeichen transaktion modell lizenz mitglied beleg zähler charge',
  en: 'order invoice ticket article item serial track parcel shipment customer contract booking voucher coupon error transaction licen[cs]e member account version release receipt case_no match score seed timestamp',
  fr: 'commande facture dossier référence reference série suivi colis client contrat réservation erreur modèle reçu',
  es: 'pedido factura referencia artículo serie envío seguimiento paquete cliente contrato reserva recibo',
  it: 'ordine fattura pratica riferimento articolo tracciamento pacco spedizione cliente contratto prenotazione errore codice matricola ricevuta',
  pt: 'encomenda fatura processo referência artigo série rastre pacote contrato licença código recibo',
  nl: 'bestel factuur kenmerk artikel serie zending pakket klant boeking',
  pl: 'zamówieni zamowieni faktur zgłoszeni artykuł seryjn przesyłk paczk klient umow rezerwacj błąd błęd licencj indeks paragon',
  tr: 'sipariş siparis fatura talep seri kargo takip müşteri sözleşme rezervasyon lisans işlem',
});
export const NUMBER_WORDS = list({
  de: 'fall los modell',
  en: 'case ref part code model id sku ean upc isbn issn imei vat build batch lot claim nr no hash port pid uid level',
  ...{
    fr: 'article licence',
    es: 'caso error modelo licencia',
    it: 'seriale modello licenza',
    pt: 'reserva erro modelo nota',
  },
  ...{ nl: 'zaak fout model bon', pl: 'sprawa model kod', tr: 'ürün hata kod fiş no' },
});

/** Units and moneys behind a number that is none to call. */
export const UNITS = list({
  de: 'euro eur € cent stück mal nutzer punkte coins gold tage stunden minuten sekunden uhr prozent % zeichen klicks aufrufe downloads kg g km m cm mm l ml gb mb kb tb kwh',
  en: 'dollars? usd \\$ £ gbp pounds? points? users? times days? hours? minutes? seconds? views? bytes pcs xp ms px hz mah players? members? steps? rows?',
  fr: 'euros fois jours heures points vues pièces',
  es: 'veces días horas puntos vistas piezas',
  it: 'volte giorni ore punti visite pezzi',
  pt: 'vezes dias reais r\\$ pontos peças',
  nl: 'keer dagen uur punten stuks',
  pl: 'zł pln razy dni godzin punkt sztuk szt',
  tr: 'tl lira ₺ kez gün saat puan adet',
});

/** Stems that announce where somebody lives. */
export const HOME_STEMS = list({
  de: 'adresse anschrift wohn lieferadresse rechnungsadresse liefer plz postleitzahl ziehe umgezogen',
  en: 'address live ship deliver moved send_it postcode zip',
  fr: 'adresse habit livr domicil code_postal déménag',
  es: 'dirección direccion vivo enví domicilio código_postal mud',
  it: 'indirizzo abit vivo sped consegn residen cap trasferit',
  pt: 'morada endereço endereco moro enviar entreg código_postal cep mudei',
  nl: 'adres woon bezorg postcode verhuis lever',
  pl: 'adres mieszka wys[łl] dostaw kod_pocztowy przeprowadz zamieszka',
  tr: 'adres otur teslim gönder posta_kodu taşın',
});

/** Ends of a street's name; the second list also ends other words, so an address must go on behind it. */
export const STREET_ENDS = list({
  de: 'straße strasse str\\. stra?ße gasse allee chaussee',
  ...{ en: '', fr: '', es: '', it: '', pt: '', pl: '', tr: '' },
  nl: 'straat laan gracht kade singel dreef steeg burgwal',
});
export const STREET_ENDS_OR_WORDS = list({
  de: 'weg platz ring damm ufer hof markt stieg steig pfad str',
  ...{ en: '', fr: '', es: '', it: '', pt: '', pl: '', tr: '' },
  nl: 'weg plein dijk hof pad baan wal',
});
/** Behind number and name: `10 Baker Street`. */
export const STREET_TYPES_BEHIND = list({
  ...{ de: '', fr: '', es: '', it: '', pt: '', nl: '', pl: '', tr: '' },
  en: 'street st\\.? road rd\\.? avenue ave\\.? lane ln\\.? boulevard blvd\\.? crescent terrace gardens mews grove',
});
export const STREET_TYPES_BEHIND_OR_WORDS = list({
  ...{ de: '', fr: '', es: '', it: '', pt: '', nl: '', pl: '', tr: '' },
  en: 'drive dr\\.? court ct\\.? way close place pl\\.? square sq\\.? row hill walk parkway pkwy\\.? highway hwy\\.? circle trail',
});
/** Behind a number and before the name: `12 rue des Lilas`. */
export const STREET_TYPES_BETWEEN = list({
  ...{ de: '', en: '', es: '', it: '', pt: '', nl: '', pl: '', tr: '' },
  fr: 'rue avenue av\\. boulevard bd\\.? chemin impasse allée quai route cours place square passage sentier',
});
/** Before the name, which a number follows: `Calle Mayor 5`. */
export const STREET_TYPES_BEFORE = list({
  ...{ de: '', en: '', fr: '', nl: 'laan_van', tr: '' },
  es: 'calle c/ avenida avda\\.? paseo plaza camino carretera ronda travesía glorieta',
  it: 'via viale v\\.le piazza p\\.zza corso largo vicolo piazzale strada contrada lungomare',
  pt: 'rua r\\. avenida av\\. travessa praça alameda estrada rodovia beco',
  pl: 'ul\\. ulica ulicy ulicę al\\. aleja alei aleje pl\\. placu os\\. osiedle osiedlu',
});
/** What is called `via`, `place` or `drive` and numbered without being a street. */
export const NO_STREETS = list({
  de: 'paypal e-?mail mail steam app sms whatsapp discord telegram klarna usb wifi wlan lan dhl ups post api http ftp bluetooth twitch youtube',
  en: 'google hard flash test disk tape two-way',
  ...{ fr: '', es: '', it: '', pt: '', nl: '', pl: '', tr: '' },
});
/** Behind the name and before the number, which often follows `No`. */
export const STREETS_BEHIND = list({
  ...{ de: '', en: '', fr: '', es: '', it: '', pt: '', nl: '', pl: '' },
  tr: 'mah\\. mahallesi mah cad\\. caddesi cad cd\\. sok\\. sokak sokağı sokagi sok sk\\. bulvarı bulv\\. blv\\.',
});
/** Of a flat within a house. */
export const DOORS = list({
  ...{
    de: 'whg wohnung',
    en: 'apt flat unit suite apartment',
    fr: 'appt bât',
    es: 'piso puerta esc',
    it: 'int scala',
  },
  ...{ pt: 'andar apto bloco', nl: 'bus', pl: 'm lok', tr: 'd daire kat' },
});
/** Words within names of streets and towns that begin small. */
export const PARTICLES = [
  'am|an|der|den|dem|des|die|im|in|zum|zur|auf|unter|von|vor|bei',
  'de|du|la|le|les|l|d|sur|sous|saint|et|en|aux?',
  'ks\\.|gen\\.|św\\.|prof\\.|dr\\.',
  'del|los|las|y|di|da|do|dos|das|e|della|dei|degli|delle|san|santa|ter|ten|het|van|op|aan|of|the|upon',
].join('|');
