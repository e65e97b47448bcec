import type { Vocabulary } from '../../pattern.ts';

/** Polish says who in the verb (`zapłaciłem`, `zapłaciłam`): what only the first person says stands for "I". */
export const POLISH_WORDS: Vocabulary = {
  general: [
    'jak|jaki|jaka|jakie|jakich|jakim|gdzie|kiedy_jest|kiedy_są|kiedy_będzie|kiedy_można|kiedy_otwier*|dostaje_się|dostać|ile|ilu|^który|^która|^które|^których|o_której|w_których|w_którym|co_to|co_oznacza|co_znaczy|co_robi|co_grozi|co_się_stanie|co_dzieje|na_czym|w_jaki|skąd_mogę|skąd_wziąć|za_co_można|za_co_jest|za_co_są|od_czego|do_czego',
    'nigdy_nie_miał*|nigdy_nie_dosta*|czy_można|czy_mogę|czy_możemy|czy_jest|czy_są|czy_da_się|czy_trzeba|czy_muszę|czy_macie|czy_oferujecie|czy_akceptujecie|czy_przyjmujecie|czy_istnieje|czy_dostanę|czy_będę|czy_wolno|czy_działa|czy_każd*|czy_gracz*|czy_podwójn*|czy_płatn*|czy_zwrot*|czy_pieni*|czy_zakup*|czy_konto|czy_ban|czy_bany|czy_wasz*|czy_admin*|czy_moder*|czy_osob*|czy_serwer|czy_to|czy_ten|czy_ta|czy_now*|czy_kar*|czy_kod*|czy_subskryp*|czy_dosta*|czy_otrzym*|czy_obsługa|czy_bot|czy_w|czy_na|czy_przy|czy_po|czy_za|czy_opłat*|czy_hasł*|czy_dane|czy_vip|czy_rang*|czy_zwracacie|czy_robicie|czy_ktoś_może_wyjaśnić|czy_ktoś_wie|można_gdzieś|można_jakoś',
    'ciekawi|ciekawe|ciekawości|zastanawiam|dowiedzieć|wyjaśnić|wytłumaczyć|wyjaśni|ogólnie|ogólne|polityka|polityki|politykę|regulamin*|poradnik|instrukcj*|zasady',
    '{hypothetical}|{fiction}',
  ],
  hypothetical: [
    'jeśli_ktoś|jeśli_mi|jeśli_moje|jeśli_nie_dostanę|jeśli|jeżeli|gdyby|gdybym|gdy_ktoś|w_przypadku|zapobiec|zapobieg*|uniknąć|unikać|chronić|ochronić|zabezpieczyć|zanim|żeby_nie|aby_nie|grozi_mi_za|w_razie',
  ],
  fiction: [
    'rp|roleplay|ingame|postać|postaci|postacią|postacie|quest*|zadani*|misj*|npc|npca|boss|bossa|bossem|bossy|mob|moby|mobów|fabuł*|historii|lore|dungeon*|raid*|pvp|pve|creeper*|zombie*|smok*|minigr*|poziomie|poziom|serialu|filmie|książk*|kampani*|odcin*|loch|lochu|lochach|potwór|potwor*|zamku|królestw*|wiosk*',
  ],
  /** Not `problem` and `reklam`. */
  did: [
    '*ałem|*iłem|*yłem|*ąłem|*ułem|*kłem|*szedłem|*ałam|*iłam|*yłam|*ęłam|*ułam|*kłam|*szłam|*liśmy|*łyśmy',
  ],
  i: [
    'ja|mi|mnie|mój|moja|moje|mojego|mojej|mojemu|moim|moją|moich|mną|nam|nas|nasz|nasze|naszego|mam|jestem|{did}|sobie',
  ],
  my: [
    'mój|moja|moje|mojego|mojej|mojemu|moim|moją|moich|moimi|mi|mnie|nam|nasz|nasze|naszego|naszej|naszych',
  ],
  someone: [
    'ktoś|jakiś|jakaś|użytkownik*|gracz|gracza|gracze|człon*|on|ona|oni|koleś|typ|typek|gość|facet|mężczyzna|kobieta|nieznajom*|haker|hacker|osoba|kolega|kolegi|chłopak|dziewczyna|obcy|ludzie|niejaki|niejaka|złodziej|były|sąsiad',
  ],
  want: [
    'prośbą|prośba|prośbę|zwracam_się|chcę|chciałbym|chciałabym|chcemy|chcielibyśmy|proszę|prosze|poproszę|prosimy|prosiłbym|prosiłabym|żądam|żądamy|domagam|oczekuję|wnoszę|potrzebuję|dajcie|oddajcie|zwróćcie|zwróć|oddaj|pomóżcie|możecie|możesz|mógłby|mogłaby|moglibyście|mogłabym|mógłbym|czekam|muszę|wolę|dawajcie|należy|usuńcie|skasujcie|da_się|dałoby',
  ],
  fine: [
    'dzięki|dziękuję|dziekuje|dziękuje|super|cieszę|działa_już|już_działa|załatwione|rozwiązane|udało_się',
  ],
  trouble: [
    'nic|nigdy|nadal|wciąż|ciągle|dalej|zniknę*|znikł*|przepad*|podwójn*|dwa_razy|trzy_razy|błąd|błędn*|zły|złe|zła|uszkodz*|pęknięt*|nieznan*|zwrot*|oddaj*|dlaczego|czemu|nagle|przypadk*|przypadkiem|pomyłk*|niestety|czekam|oszuk*|wykorzystan*|wyparow*|nieważn*|nieudan*|odrzucon*|bez_pytania|brak|mimo|pomimo|choć|chociaż|jednak|wcale|bez_zgody|niesłuszn*|a_miał*|miało|miał_być|cofnąć',
  ],
  request: [
    'proszę|prosze|poproszę|prosimy|prosiłbym|prosiłabym|możecie|możesz|mógłby|mogłaby|moglibyście|czy_mógł*|czy_mogl*|chcę|chciałbym|chciałabym|żądam|da_się|dałoby|niech|błagam|pls|plis|plz|wnoszę',
  ],
  not: [
    'nie|nic|nigdy|brak|nadal|wciąż|ciągle|dalej|żadn*|nikt|bez|ani|niczego|zero|mimo|pomimo|jednak|chociaż|choć|znowu|znów',
  ],
  account: ['konto|konta|kontem|koncie|kont|kąto|acc|account*|profil|profilu|discorda|steama|discord|steam'],
  bad: [
    'niesłuszn*|bezpodstawn*|bez_powodu|bez_żadn*|bez_jakiego*|bez_ostrzeż*|bez_wyjaśn*|niesprawiedl*|niezasłuż*|przez_pomyłkę|pomyłk*|omyłk*|za_nic|za_niewinność|niewinn*|bez_przyczyny|błędn*|nic_nie_zrobił*|dlaczego|czemu|nie_wiem_za_co|nie_wiem_dlaczego|z_dupy|nagle|niezgodn*|nieuzasadn*|bezprawn*',
  ],
  // In danger
  harm: [
    'groził*|grożą|grożono|groźb*|pogróżk*|odgraża*|szantaż*|prześladu*|nęka|nękan*|nękaj*|nękał*|stalkuj*|stalkowa*|wyzywa*|wyzwisk*|obraża*|obraził*|zastrasza*|dręcz*|gnębi*|hejt*|dokucza*|molest*|ubliża*|poniża*|mobbing|znęca*|rasist*|dyskrymin*|upokarza*|zaczepia*|napastuj*|napastowa*',
  ],
  me: [
    'mi|mnie|mną|nam|nas|moje*|mojej|moją|syn|syna|synowi|córk*|córce|siostr*|brata|bratu|dziecko|dziecku|koleżank*|dziewczyn*|rodzin*',
  ],
  published: [
    'udostępni*|opublikowa*|publikuj*|wrzuc*|ujawni*|wstawi*|rozsyła*|rozesła*|wyciekł*|podał|podała|podaje|podali|rozpowszech*|pokazuj*|umieści*|wystawi*|upubliczni*|wysłał|wysyła|wkleił*|doxx*',
  ],
  private: [
    'fotk*|fotek|fotki|imię|imienia|adres|adresu|numer|numeru|telefon|zdjęci*|zdjęć|fotk*|dane|danych|nazwisk*|szkoł*|filmik*|nagrani*|pesel|ip|zamieszkania',
  ],
  child: [
    'córk*|córce|syn|syna|synowi|synek|dziecko|dziecka|dziecku|dzieci|dzieciak*|nieletni*|małoletni*|#_lat|#_letni*|#letni*|#_latk*|#latk*|letniej|letnią|letniego|siostr*|brat|brata|bratu|dziewczynek|dziewczynk*|uczeń|uczennic*|nastolat*|niepełnoletni*|mam_1#|chłop*',
  ],
  sexual: [
    'nagie|nagich|nago|nude*|nudes*|nudesy|rozebran*|seksualn*|erotyczn*|porno*|zboczon*|gołe|gołych|intymn*|sprośn*|obleśn*|seks|dickpic*|kamerk*|rozbier*|rozebra*',
  ],
  // Money
  done: [
    'zapłacił*|płaciłem|płaciłam|kupiłem|kupiłam|kupilem|kupilismy|kupił|kupiła|kupiliśmy|zakupił*|zamówił*|opłacił*|przelał*|doładował*|wpłacił*|wydał*|wydane|zasubskrybował*|wykupił*|zapłacon*|opłacon*|wsparłem|wsparłam|uiścił*',
  ],
  paid: [
    '{done}|przelew|przelewem|zakup|zakupu|zakupie|płatność|płatności|wpłata|wpłatę|zamówieni*|blik|blikiem|donejt*|zapłaceni*|transakcj*|kupno',
  ],
  charged: [
    'pobrał*|pobran*|pobierac*|pobiera|pobierają|ściągn*|ściąga*|obciąży*|obciążon*|obciążeni*|zabral*|zabrał*|naliczy*|naliczon*|potrąc*|zeszło|zeszły|skasował*|zdjął|zdjęł*|zdjęto|ściągnięt*|pobrali|policzy*|policzon*|zajebali|zwinęli|kasuje|kasujecie|zciąg*',
  ],
  money: [
    'pieniąd*|pieniędz*|kasa|kasę|kasy|hajs*|środk*|zł|złotych|złote|pln|kwot*|opłat*|płatnoś*|#zł|karty|karcie|kartę|kont*|#|euro|forsa|forsę|siano|szmal',
  ],
  twice: [
    'dwa_razy|dwukrotn*|podwójn*|2_razy|2x|drugi_raz|trzy_razy|trzykrotn*|ponownie|kilka_razy|znów|znowu|jeszcze_raz|dwie|kolejny_raz|kilkukrotn*|dwa_przelew*',
  ],
  refund: [
    'zwrot|zwrotu|zwrotem|zwroty|zwróc*|zwróć*|oddajcie|oddać|oddacie|oddaj|oddawa*|reklamacj*|reklamować|chargeback*|zwracać|zwracacie|zwrotu_pieniędzy|zwrócenie|refund*|odzyskać_pieni*|odzyskać_kas*|odzyskać_moje_pieni*|rekompensat*|odstąpi*|cofnąć_zakup*|cofnięcie_zakup*',
  ],
  goods: [
    'paczk*|przesyłk*|zamówieni*|ranga|rangę|rangi|monet*|coins*|skin*|produkt*|towar*|dostaw*|artykuł*|item*|kod|kodu|kody|voucher*|klucz*|subskrypcj*|premium|diament*|vip|vipa|pakiet*|kredyt*|nitro|gemy|gemów|karnet*|przedmiot*|zakup*|bilet*|członkostw*|walut*|doładowani*|wirtualn*',
  ],
  arrive: [
    'dosta*|otrzyma*|przysz*|dotar*|dosz*|pojawi*|aktyw*|przyznan*|doda*|dostarczon*|wysłan*|działa|działają|ma|mam|widzę|widać|zaksięgow*|wpły*|dochodz*|przychodz*|załadow*|dopisan*|realiz*|zrealiz*|doręcz*|naliczon*|doładow*|przyszedł|doszedł|nadesz*',
  ],
  cancelled: [
    'anulował*|anulowan*|zrezygnował*|wypowiedział*|odwołał*|rezygnacj*|anulowani*|anulowałem|wyłączył*|odstąpił*',
  ],
  bill: ['faktur*|rachun*|kwot*|paragon*|vat|cena|ceny|nip'],
  wrong: [
    'błęd*|zła|złą|złe|zły|złego|złej|pomył*|nieprawidłow*|niepoprawn*|niewłaściw*|nie_zgadza*|nie_tak*|za_wysok*|za_duż*|zawyżon*|źle|inna_niż|wyższ*|niezgodn*|literówk*',
  ],
  // Sanctions
  banned: [
    'zbanowan*|zbanowal*|zbanował*|banowan*|banuje*|banować|wyrzucon*|wyrzucił*|zmutowan*|zmutował*|wyciszon*|wyciszył*|wykopan*|wykopał*|skickowan*|skickował*|zkickowan*|wykickowa*|zawieszon*|zawiesił*|zablokowan*|zablokował*|ukaran*|permbanned|zbanowali|zbanowaliście|wywalon*|wywalił*|usunięt*_z_serwera|usunęliście|usunął_mnie|odcię*|zbanil*|zbani*',
  ],
  strong: [
    'zbanowan*|zbanował*|zmutowan*|zmutował*|wyciszon*|skickowan*|skickował*|zkickowan*|wykickowa*|zbanowali|zbanowaliście|wywalon*',
  ],
  ban: [
    'ban|bana|banem|banie|bany|bani|mute|muta|mutem|kick|kicka|permabana|permban|perma|blokad*|ostrzeżeni*|warn|warna|warny|timeout|timeouta|zawieszeni*|kara|karę|kary|wyciszeni*|wykluczeni*|szadowbana|shadowbana|tempbana',
  ],
  lift: [
    'zdjąć|zdjęci*|zdejm*|cofn*|cofnięci*|anulow*|uchyl*|znieś*|zniesieni*|odwoł*|apelacj*|skróc*|sprawdz*|rozpatrz*|przejrz*|zweryfik*|ponown*|wyjaśni*|usunięci*|usunąć|ściągn*|skrócić|zdejmijcie|weryfik*|przeanaliz*',
  ],
  staff: ['moderator*|mod|modzi|admin*|administra*|ekip*|wasz*|obsług*|właściciel*'],
  // Accounts
  hacked: [
    'zhakowa*|zhackowa*|shakowa*|shackowa*|hakn*|hackn*|zhack*|zhak*|włama*|włamał*|włamani*|przejął|przejęł*|przejęt*|przejeli|przejęci*|ukradł*|ukradl*|ukradzion*|skradzion*|skradł*|kradzież*|wykradł*|wyłudzi*|phishing*|zajumał*|podprowadz*|zajebał*|shakowali|okrad*',
  ],
  login: ['hasło|hasła|hasłem|mail|maila|email|emaila|e_mail|e_maila|adres|loginu|login|numer|telefon'],
  enter: ['zalogow*|zaloguj*|zaloguję|logow*|loguj*|wejść|wejsc|wbić|dostać|dostęp*|odzysk*|wchodz*'],
  factor: [
    '2fa|authenticator*|autenty*|uwierzytel*|weryfikac*|dwuetapow*|dwuskładnik*|kody_zapasowe|kodów_zapasowych|kod_z_aplikacji',
  ],
  lost: [
    'zgubi*|stracił*|strata|utrac*|nie_mam|ukradzion*|ukradl*|ukradli|zepsu*|nowy|nowego|zniszcz*|rozbi*|brak|straciłem|wymieni*|zmienił*|skasował*|nie_działa|wpadł|padł',
  ],
  code: ['kod|kodu|kody|mail|maila|maile|email|e_mail|sms|smsa|sms_a|link|linka|wiadomość|wiadomości|smsy'],
  notcome: [
    'nie_przychodz*|nie_dochodz*|nie_dosz*|nie_dosta*|nie_przysz*|nie_dotar*|nie_otrzym*|nie_mogę_dostać|nie_ma|nie_wysył*|nigdy_nie',
  ],
  data: ['konto|konta|dane|danych|profil|profilu|wszystko|wszystkie|wszystkich|informacj*'],
  erase: ['usun*|usuń*|usunięci*|skasow*|skasuj*|wykasow*|wymaz*|wymaż*|usuwan*|kasuj*'],
  // A person
  person: [
    'człowiek*|ludzi*|ludźmi|konsultant*|moderator*|mod|modem|moda|admin|admina|adminem|admini|administrator*|administracj*|pracowni*|obsług*|osob*|kimś|ktoś|ekip*|supportu|supportem|support|przedstawiciel*|kierowni*|przełożon*|agent*|operator*|zespoł*|żyw*|personel*|pomocnik*|doradc*|bok|infolini*|opiekun*',
  ],
  talk: [
    'porozmawia*|rozmawiać|rozmowa|rozmowę|rozmowy|pogadać|gadać|pogada|skontaktow*|kontakt|kontaktu|połącz*|połączyć|połączenie|przekierow*|przełącz*|przekaż*|przekazać|popisać|zadzwoni*|telefoniczn*|oddzwoni*|pomówić|mówić|spotka*',
  ],
  look: [
    'pomoże|pomóc|pomogł*|pomógł*|zajrz*|zobaczy*|sprawdzi*|spojrz*|przyj*|przyszedł|przyszła|odpisa*|odpisze|odpowie*|odezwie|odezwać|zajmie|zająć|zajął|wejść|wejdzie|wpadnie|wpaść|rzucić_okiem|rzuci_okiem|skontakt*|oddzwon*|podejdzie|interwen*|podejść|zająłby|zerknąć|zerknie',
  ],
  helper: [
    'admin|admina|admini|moderator*|mod|modzi|ktoś_z_ekipy|ktoś_z_was|ktoś_z_obsługi|ktoś_z_administracji|ktoś_z_supportu|ktoś_z_zespołu|konsultant*|administrator*|administracja|człowiek|pracownik|support|ktoś_od_was|ktoś_kompetentny|obsługa',
  ],
};
