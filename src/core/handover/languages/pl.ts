import type { ReasonRules, Vocabulary } from '../pattern.ts';

/** Polish says who in the verb (`zapłaciłem`, `zapłaciłam`): what only the first person says stands for "I". */
const WORDS: Vocabulary = {
  general: [
    'jak|jaki|jaka|jakie|jakich|jakim|gdzie|kiedy_jest|kiedy_są|kiedy_będzie|kiedy_można|kiedy_otwier*|ile|ilu|^który|^która|^które|^których|o_której|w_których|w_którym|co_to|co_oznacza|co_znaczy|co_robi|co_grozi|co_się_stanie|co_dzieje|na_czym|w_jaki|skąd_mogę|skąd_wziąć|za_co_można|za_co_jest|za_co_są|od_czego|do_czego',
    'czy_można|czy_mogę|czy_możemy|czy_jest|czy_są|czy_da_się|czy_trzeba|czy_muszę|czy_macie|czy_oferujecie|czy_akceptujecie|czy_przyjmujecie|czy_istnieje|czy_dostanę|czy_będę|czy_wolno|czy_działa|czy_każd*|czy_gracz*|czy_podwójn*|czy_płatn*|czy_zwrot*|czy_pieni*|czy_zakup*|czy_konto|czy_ban|czy_bany|czy_wasz*|czy_admin*|czy_moder*|czy_osob*|czy_serwer|czy_to|czy_ten|czy_ta|czy_now*|czy_kar*|czy_kod*|czy_subskryp*|czy_dosta*|czy_otrzym*|czy_obsługa|czy_bot|czy_w|czy_na|czy_przy|czy_po|czy_za|czy_opłat*|czy_hasł*|czy_dane|czy_vip|czy_rang*|czy_zwracacie|czy_robicie|czy_ktoś_może_wyjaśnić|czy_ktoś_wie|można_gdzieś|można_jakoś',
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
  fine: ['dzięki|dziękuję|dziekuje|dziękuje|super|cieszę|działa_już|już_działa|załatwione|rozwiązane|udało_się'],
  trouble: [
    'nic|nigdy|nadal|wciąż|ciągle|dalej|zniknę*|znikł*|przepad*|podwójn*|dwa_razy|trzy_razy|błąd|błędn*|zły|złe|zła|uszkodz*|pęknięt*|nieznan*|zwrot*|oddaj*|dlaczego|czemu|nagle|przypadk*|przypadkiem|pomyłk*|niestety|czekam|oszuk*|wykorzystan*|nieważn*|nieudan*|odrzucon*|bez_pytania|brak|mimo|pomimo|choć|chociaż|jednak|wcale|bez_zgody|niesłuszn*|a_miał*|miało|miał_być|cofnąć',
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
};

const SAFETY: ReasonRules = {
  reason: 'safety',
  vocabulary: {
    ...WORDS,
    harm: [
      'groził*|grożą|grożono|groźb*|pogróżk*|odgraża*|szantaż*|prześladu*|nęka|nękan*|nękaj*|nękał*|stalkuj*|stalkowa*|wyzywa*|wyzwisk*|obraża*|obraził*|zastrasza*|dręcz*|gnębi*|hejt*|dokucza*|molest*|ubliża*|poniża*|mobbing|znęca*|rasist*|dyskrymin*|upokarza*',
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
  },
  always: [
    'zabić|zabiję|powiesić|powieszę|pociąć|potnę|utopić|utopię|otruć|otruję|zastrzelić|zastrzelę|zabija|okaleczyć się|siebie',
    'się|siebie .. zabić|zabiję|powiesić|powieszę|pociąć|potnę|utopić|otruć|zastrzelić|okaleczyć & chcę|zamierz*|mam_ochot*|planuj*|myślę|powiedział*|napisał*|zaraz|dzisiaj|dziś|mam_dość|chce|idę & ~{fiction} & !jak',
    'się zabiję|powieszę|potnę|otruję|zastrzelę & ~{fiction}',
    'nie|już|odechciewa|odechciało|stracił* .. chce|chcę|mam_siły|mam_sił|mam_ochoty|mam_po_co|widzę_sensu|warto|chęć|chęci|się|sensu|siły .. żyć|życia|życie|życiu & nie|odechci*|stracił* & !{fiction}',
    'nie .. mam|widzę .. siły|sił|sensu|ochoty|po_co .. żyć|życia|życiu',
    'odebrać|odbiorę|odbierze|skończyć|skończę|zakończyć|zakończę|zakończy .. sobie|ze|z|swoje|to? .. życie|życiem|sobą|żyć',
    'targn*|targnąć .. życie',
    'chcę|wolał*|chciał*|chce|lepiej|żebym|mam_ochotę umrzeć|nie_żyć|już_nie_żyć|zdechnąć|po_prostu_umrzeć|się_nie_obudzić|zniknąć_na_zawsze|tylko_umrzeć',
    'lepiej|łatwiej .. beze_mnie',
    'skończę|skończyć|kończę ze|z sobą|życiem|tym_wszystkim & {i}|dziś|dzisiaj & !{fiction}',
    'ze|z sobą|życiem skończę|skończyć|kończę',
    'nie .. widzę .. sensu & dalej|już|życi*|żyć|wszystk* & !{fiction} & !gry|kup*',
    'podszywa*|podaje_się_za|udaje .. mnie|mną|moją|mój|pode_mnie & !bot',
    'pode_mnie|za_mnie podszywa*|podaj*',
    'tnę|okaleczam|samookalecz* się|sobie|ręce|ręc*|nogi|od|znowu|znów',
    'się|siebie tnę|tnie|okaleczam|okalecza|samookalecz*',
    'połkn*|wziął|wzięł*|nałyka*|zjadł*|łykn*|zażył* .. tablet*|lek*|pigułk*|prosz* & {i}|kolega|koleżank*|on|ona|przyjaci*|za_dużo|dużo|opakowani*|#',
    'samobój* & popełni*|popełnić|próba|próbow*|myśli|myślę|napisał*|zamierza* & {i}|{someone}|przyjaci*|koleżank* & !{fiction} & !jak',
    'myśli samobój*',
    // Threats
    'grozi|grożą|groził|groziła|grożono|grozili .. mi|nam|mojej|mojemu|że|śmierci*|pobici* & {someone}|że|śmierci*|pobici*|{me} & !co|ile & ~za',
    'mi|nam|ciągle|mojej|mojemu grozi|grożą|groził|groziła|grozili & ~co',
    'groźb*|pogróżk* .. dosta*|karaln*|od|śmierc*|wobec|pod_moim|wysyła*',
    'dosta*|otrzym*|wysyła*|pisze .. groźb*|pogróżk*',
    'mnie|nam|nas|mi|mojej|moją|mojego|mną .. {harm} & ~jak',
    '{harm} .. mnie|mi|nas|mną|mojej|moją|moje|mojego|mojemu',
    'jestem|byłam|byłem|zostałem|zostałam|jesteśmy|córka|syn|brat|siostra|dziecko .. wyzywan*|poniżan*|nękan*|szantażowan*|prześladowan*|zastraszan*|gnębion*|dręczon*|obrażan*|stalkowan*|molestowan*|hejtowan*',
    'zabije|pobije|zabiją|pobiją|zgwałci|zajebie|dorwie|dopadnie|przyjedzie|skrzywdzi|porwie .. mnie|mi|nas|mój|moją|moje|domu|wpierdol|do_mnie & !{fiction}',
    'mnie|mi|nas|moją|mojego .. zabije|pobije|zabiją|pobiją|zgwałci|zajebie|dorwie|dopadnie|skrzywdzi & !{fiction}',
    'wie|wiedzą|zna|znalazł*|znają|ustalił*|poznał* gdzie|mój|moją|nasz .. mieszkam|mieszkamy|adres|szkoł*|dom|chodzę',
    'pod_moim|pod_mój|do_mojego|pod_naszym|pod moim|mój|nasz domem|dom|blok|blokiem|domu|drzwi*|szkołą',
    'każe|kazał|kazała|mówi|pisze|napisał|napisała|piszą .. zabił*|zabiła|powiesi*|zdech*|zabij|umarł*|zabić|zabij_się & mi|mnie|żebym',
    'boję|boje|strach .. o_życie|o_swoje|o_siebie|jego|jej|tego|wyjść|że_przyjdzie|że_mnie & {someone}|{harm}|życie|bezpiecz*|przyj*',
    // Doxxing
    '{someone}|*li|bez .. {published} .. mój|moje|moją|moich|nasz|nasze|mnie|mojej|jej|jego .. {private}',
    'mój|moje|moją|moich|nasz|nasze|mojej .. {private} .. {published}|krąż*|wyciek*|jest_na|są_na|wisi & {someone}|bez|czat*|serwer*|kanał*|publiczn*|internec* & ~jak|gdzie & ~{did}',
    '{published} .. moje|moich|mojej|mój|nasze .. {private} & bez|{someone}|mnie & !jak|gdzie',
    'szantaż*|grozi|straszy .. zdjęci*|filmik*|nagrani*|danymi|adres*',
    'zdoxxowa*|doxxowa*|zdoxowa* .. mnie|mi|nas',
    'mnie|nas zdoxxowa*|doxxuj*|zdoxowa*',
    // Minors
    'dorosł*|starsz*|facet & {child} & {private}|wypisuj*|pisz*|prosi*|spotk*|namawia* & !jak & !{fiction}',
    '{sexual} & {child} & {private}|wysyła*|wysłał*|pisz*|prosi*|chce|żąda*|namawia*|wiadomoś*|propoz* & !{fiction} & !jak|czy_można',
    'wysyła*|wysłał*|prosi*|żąda*|chce|namawia*|pokazał*|dosta* .. {sexual} & mi|mnie|mojej|ode_mnie|mojemu|{child} & !jak',
    '{sexual} zdjęci*|wiadomoś*|fotk*|propozycj*|filmik*|teksty & mi|mnie|mojej|ode_mnie|mojemu|{child} & !jak',
    'dorosły|dorosła|starszy|starsza|facet|mężczyzna|obcy & {child} & spotk*|zdjęci*|zdjęć|tajemnic*|sekret*|prywatn*|sam|adres*|wypisuj* & !jak',
    'pedofil* & {someone}|tu|serwer*|kanał*|discord*|zgłasz*|zgłosić|jest & !{fiction}',
    // Emergency
    'wezwij*|dzwoń*|zadzwoń*|wezwać|potrzebn* .. karetk*|pogotowi*|112|policj*',
    'zagrożenie|zagrożone|ratowa* .. życi*',
    'nagły|poważny wypadek|przypadek_medyczny',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    '{harm} + {me}',
    '{someone} + {harm}',
    'zgłosić|zgłaszam|zgłoszenie + groźb*|nękani*|szantaż*|rasizm*|stalking*|doxing*|molest*|znęcani*|pedofil*|prześladow*',
    '{published} + {private} + mój|moje|moich|mojej|mnie|moją',
    'samobój*|samookalecz* + {i}|{someone}|przyjaci*|koleżank*|brat|siostra',
    'jestem_w_niebezpieczeństwie|niebezpieczeńst* + {i}',
  ],
};

const PAYMENT: ReasonRules = {
  reason: 'payment',
  vocabulary: {
    ...WORDS,
    paid: [
      'zapłacił*|płaciłem|płaciłam|kupiłem|kupiłam|kupilem|kupilismy|kupił|kupiła|kupiliśmy|zakupił*|zamówił*|opłacił*|przelał*|doładował*|wpłacił*|wydał*|wydane|zasubskrybował*|wykupił*|zapłacon*|opłacon*|przelew|przelewem|zakup|zakupu|zakupie|płatność|płatności|wpłata|wpłatę|zamówieni*|blik|blikiem|donejt*|wsparłem|wsparłam|uiścił*|zapłaceni*|transakcj*|kupno',
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
      'zwrot|zwrotu|zwrotem|zwroty|zwróc*|zwróć*|oddajcie|oddać|oddacie|oddaj|oddawa*|reklamacj*|reklamować|chargeback*|zwracać|zwracacie|zwrotu_pieniędzy|zwrócenie|refund*|odzyskać_pieni*|odzyskać_kas*|odzyskać_moje_pieni*|rekompensat*|odstąpi*',
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
  },
  always: [
    '{twice} .. {charged}|zapłacił* & ~{hypothetical}',
    '{charged}|zapłacił* .. {twice} & ~{hypothetical}',
    '{charged} .. mi|nam|mnie .. {money} & {not}|{twice}|{cancelled}|niesłuszn*|nieznan*|za_co|dlaczego|czemu|skąd',
    'podwójn*|nieznan*|nieautoryzowan*|niezamówion*|dziwn*|nieuprawnion* .. opłat*|płatnoś*|obciążeni*|transakcj*|pobrani*|przelew & !{general}',
    'skąd|dlaczego|czemu|za_co .. {charged}|opłat*|obciążeni*|mam_zapłacić & {i}|karc*|kont*|{money}',
    'mi|moja|moje|mojej|mojego .. karty|konta|karcie|koncie|kartę .. {charged}|zniknęł* & {money}|znik* & ~jak',
    '{charged}|zniknęł*|znikł* .. z|ze .. mojego|mojej|moim|naszego|mi & {money}',
    '{want} + {refund} & !{general}',
    '{refund} + {want} & !{general}',
    'zwrot|zwrotu .. pieniędzy|kasy|środków|kosztów|kwoty|płatności|zakup* & {want}|kiedy|czekam|należ*',
    'oddajcie|zwróćcie|oddaj|oddacie|zwrócicie|oddawajcie|oddawać .. kas*|pieni*|hajs*|mi|moje|mój|środk*|forsę|wpłat*|siano',
    'kiedy|gdzie .. dostan*|zwrot*|zwróc*|otrzyma*|przyj*|jest|są|będ* .. {goods}|zwrot*|pieni*|kas*|hajs* & {my}|w_końcu|wreszcie|zwrot*|zamówieni*',
    'czekam|czekamy .. na .. zwrot*|pieni*|paczk*|zamówieni*|przesyłk*|przelew|kas*',
    'nie .. {refund} .. pieni*|kas*|hajs*|środk*|mi|nam|kwot*',
    '{paid} & {not} .. {arrive} & !{general} & !{fiction}',
    '{paid} & a|ale|i|jednak|lecz|mimo .. nic|nadal|dalej|wciąż|brak|ani|zero & !{general} & !{fiction}',
    '{paid} & {goods} .. znik*|przepad*|nie_dział*|uszkodz* & !{general} & !{fiction}',
    '{goods} .. {not} .. dotar*|dosz*|przysz*|doręcz*|dostarcz*|przyznan*|aktywowan*|zaksięgow*|wpłyn*|pojawi*|dodan*|dopisan* & !{general} & !{fiction}',
    'nie .. dotar*|dosz*|przysz*|dostał*|otrzymał* .. {goods} & {i} & !{general} & !{fiction}',
    '{cancelled} & {charged}|płac*|opłat*|obciąż*|faktur* & !{general}',
    'bez .. zgody|mojej_zgody|wiedzy|autoryzacji|pytania|uprzedz* & {charged}|{money}|{paid}|przedłuż*|odnowi* & !{general}',
    'chargeback*|spór|sporu|reklamacj* .. w|na|złożę|robie|robię|zgłosz*|bank*|paypal*|otwor* & {i}|robię|robie|złożę|zgłaszam|zgłoszę|bank* & !{general}',
    'złożę|złożyłem|złożyłam|zrobię|robie|robię|zgłoszę|składam|zgłosiłem|zgłosiłam .. chargeback*|spór|reklamacj*',
    'oszust*|oszukan*|oszukał*|oszukaliście|naciągn*|wyłudz*|okradl*|okradł*|okradziono|zscamowa*|scam* & {i}|wasz*|jesteście|sklep*|pieni*|kas*|{paid} & !{general} & !{fiction}',
    '{bill} .. {wrong} & !{general}',
    '{wrong} .. {bill}|naliczeni* & !{general}',
    '{bill} & korekt*|popraw*|skorygow*|poprawion* & {request}|{wrong} & !{general}',
    'przez_pomyłkę|pomyłkowo|przypadk*|przypadkiem|niechcący|omyłkowo|nieświadom* & {paid}|przedłuż*|subskryp* & !{general}',
    '{paid} .. zły|zła|złą|złe|niewłaściw*|nie_ten|nie_tę|nie_to .. {goods}|rozmiar|kolor & !{general}',
    'zły|złą|złe|inny|inną|uszkodzon*|niekompletn*|niewłaściw*|zepsut* .. {goods}|rozmiar|kolor & dosta*|przysz*|otrzyma*|{paid}|dotar* & !{general} & !{fiction}',
    '{goods} .. uszkodzon*|niekompletn*|zepsut*|połaman*|wadliw* & !{general} & !{fiction}',
    'kod|kodu|voucher*|karta|klucz .. nie_działa|nieważn*|wykorzystan*|zużyt*|nieprawidłow*|niepoprawn*|nie_aktyw* & {paid}|podarunkow*|zakup*|prezentow*|kupion*|doładow* & !{general}',
    'syn|córka|dziecko|brat|synek|siostra .. {paid} & kart*|kont*|zgod*|pieni*|wiedzy|zł|# & !{general}',
    'nic|nie|nigdy .. kupował*|kupił*|zamawiał*|zamówił*|subskrybował*|zlecał* & {charged}|obciąż*|kart*|faktur*|opłat*|wezwani*',
    'nie_zgadza .. kwot*|faktur*|rachun*|saldo',
    'odzyskać|odzyska .. pieni*|kas*|hajs*|środk* & {i} & !{general}',
    'za_dużo|za_wiele|więcej .. {charged}|zapłacił*|naliczon*',
    '{charged} .. za_dużo|za_wiele|więcej|nie_tyle',
  ],
  unlessHypothetical: [
    'odzyskam|dostanę|zobaczę|oddacie|zwrócicie .. moje|swoje|te|mi|moich .. pieni*|kas*|hajs*',
    'syn|syna|córka|córki|dziecko|brat|brata|synek|siostra|siostry|wnuk & {paid}|wydał*|kupił* & kart*|kont*|zgod*|pieni*|wiedzy|zł|#|pytania',
    'jakim_cudem|jakim_prawem|skąd|dlaczego|czemu & {charged}|faktur*|opłat*|pieni* & {my}|{i}|#',
    'oddać|zwrócić|zwrot .. moje|moich|mi .. pieni*|kas*'],
  unlessGeneral: [
    'zapłacił*|kupił*|zamówił*|opłacił*|wpłacił*|przelał* + {not} + {goods}',
    '{charged} + {my} + {not}|{twice}',
    'płatność|płatności|przelew|transakcj* + nie_powiodł*|odrzucon*|błąd|nieudan*|nie_przesz* + {charged}|pieni*|kas*|zeszł*',
    '{cancelled} + {not}|mimo|znow* + {goods}|{charged}|aktywn*',
    '{paid}|{charged} & {trouble} & {i} & !{fine} & !{fiction}',
    'wezwani*_do|windykac*|komornik*|ponagleni*|monit & {i}|{trouble}|zapłac*|uregul*',
    'okres|okresu|okresie próbn* & {charged}|zapłac*|#|zabrał*|zabral*',
    'kart*|kod*|voucher*|bon + podarunk*|prezent*|doładow* + {trouble}|nie_działa',
    'pieni*|kas*|hajs|hajsu|środk* + {my}|{i} + zwrot*|zwróc*|oddaj*|odzysk*|zniknę*|przepad*|zeszł* & !{fiction} & !{fine}',
    'subskrypcj*|abonament*|członkostw* + przedłuż*|odnowi* + {not}|automat*|bez & {i}|mi',
  ],
};

const BAN: ReasonRules = {
  reason: 'ban',
  vocabulary: {
    ...WORDS,
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
  },
  always: [
    'zostałem|zostałam|zostaliśmy|jestem|byłem|byłam|mnie|mi|nas .. {banned} & {bad}|{not}|{staff}|za|przez|serwer*|discord*|czat*|kont*|perman* & ~{hypothetical} & !{general} & !{fiction}',
    'zostałem|zostałam|zostaliśmy|jestem|mnie|nas .. {strong} & ~{hypothetical} & !{fiction} & !jak|czy_mogę',
    '{strong}|zablokował*|zablokowali|wyrzucił*|wyrzucili|zbanowaliście .. mnie|nas|mi & ~{hypothetical} & !{fiction} & !jak',
    'dostał|dostałem|dostałam|dostaliśmy|dostalismy|dostaje|mam|złapałem|złapałam|otrzymałem|otrzymałam|zarobiłem|wlepili|wlepił|dali|dał|daliście|nałożono|nałożyli .. bana|muta|kicka|ban|mute|permabana|permban|perma|warna|blokadę|timeouta|timeout|ostrzeżeni*|banem|tempbana|shadowbana|karę|zawieszeni* & {did}|mi|mnie|mam|dostaje|nam|{bad} & ~{hypothetical} & !{fiction} & !co_zrobić_żeby & !za_co_można',
    'dlaczego|czemu|za_co|z_jakiego .. {ban}|{banned} & dosta*|mam|zosta*|jestem|mnie|mi|moje|mój & ~można',
    'niesłuszn*|bezpodstawn*|niesprawiedl*|niezasłuż*|nieuzasadn* .. {banned}|{ban}',
    '{banned}|{ban} .. niesłuszn*|bezpodstawn*|niesprawiedl*|niezasłuż*|bez_powodu|bez_ostrzeż*|bez_wyjaśn*|bez_żadn*|za_nic|pomyłk*|bez_jakiego*|przez_pomyłkę & !{fiction}',
    'bez_powodu|bez_ostrzeż*|bez_wyjaśn*|za_nic .. {banned}|{ban}',
    'mój|mojego|moim|mojej|moja|moją|mi|tego|naszego .. {ban} .. {lift}|{bad}|się_skończy*|minął & !{general}',
    '{lift} .. mój|mojego|mojej|mi|mnie|tego|z|od .. {ban} & ~jak',
    '{lift} .. bana|muta|permabana|blokad*|zawieszeni* & {request}|{i}|proszę & !{general}',
    '{request} & {ban} .. {lift} & !{general}',
    'odwoła* .. od .. {ban}|kary|decyzj*|zawieszeni*|blokady',
    'odwoła*|apelacj* & {ban}|{banned} & {i}|{want}',
    'odban*|odbanuj*|unban*|odmutuj*|odmutow*|odblokuj*|odcisz*|unmut* & mnie|mi|proszę|prosze|nas|konto|{want}|kiedy_dostanę|możecie & ~jak & !{general}',
    'proszę|prosze|błagam|chcę|chciał*|kiedy|plis .. unban*|odban*|odmut* & !{general}|proszę|prosze',
    '{staff} .. {banned} .. mnie|mi|nas|moje',
    '{staff} .. mnie|mi|nas|moje|dał|dała|dali .. {banned}|{ban}',
    '{account} .. zostało|zostalo|jest|są|zostały .. {banned}|zawieszon* & {i}|{bad}|moje & ~{hypothetical} & !{general}',
    '{banned}|zablokowali|zawiesili|zablokowaliście .. mi|nam|moje|mojego .. {account} & ~{hypothetical} & !{general} & !haker',
    '{my} .. {account} .. {banned} & ~{hypothetical} & !{general}',
    'drug*|ostatni*|jeszcze_jedn* szans* & {i}|{ban}|{banned}|proszę|serwer*',
    'nie_mogę|nie_moge .. pisać|gadać|mówić .. czacie|czatu|kanale|głosow*|serwerze & dlaczego|czemu|nagle|już|od',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    '{my} + {ban} + {bad}|{lift}',
    '{did}|mnie|mi + {ban}|{banned} + {bad}|{staff}|za',
    '{i} + {ban}|{banned} + {trouble}|serwer*|discord*|zawsze|perman*|stałe & ~można',
    'antycheat*|anticheat*|automod*|filtr*|system|bot + {banned}|{ban}|wyrzuc*|flag* + {i} & {bad}|{trouble}',
    'przepraszam|żałuję|sorry|sory + {ban}|{banned}|odban* & {i}|{request}',
    'syn|córka|brat|kolega|mój_kolega|chłopak + {banned}|{ban} + {bad}',
  ],
};

const ACCOUNT: ReasonRules = {
  reason: 'account',
  vocabulary: {
    ...WORDS,
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
  },
  always: [
    '{hacked} .. mi|moje|mojego|moim|mnie|nam|nasze .. {account}|dane|hasł* & ~{hypothetical}',
    'mi|moje|mojego|moim|mnie|nam|nasze|mój .. {account} .. {hacked} & ~{hypothetical}',
    'mi|mnie|nam .. {hacked} & {account}|{login}|discord*|steam* & ~{hypothetical} & !jak',
    '{hacked} .. mi|mnie|nam|moje .. na? .. {account}|{login}|discord*|steam* & ~{hypothetical}',
    '{hacked} .. {account} & {i}|ktoś|proszę|pomocy & ~{hypothetical} & !{general}',
    'zostałem|zostałam|jestem|mnie .. zhak*|zhack*|shak*|hakn*|hackn* & ~{hypothetical}',
    '{account} .. zosta* .. {hacked} & {i}|ktoś & ~{hypothetical}',
    'ktoś|haker|hacker|obcy|nieznajomy .. zmienił|zmieniła|podmienił .. {login}',
    '{login} .. zostało|został|zostały .. zmienion*|podmienion* & {my}|{account}|beze|nie_przeze|ktoś|bez & !{general}',
    'zmienion*|zmieniono .. {my}? .. {login} & {my}|{account}|beze|ktoś|bez & ~jak & !{general}',
    'ktoś|haker|hacker|obcy|inna_osoba|ktoś_inny .. na|z|korzysta|gra|używa|zalogował|loguje|siedzi .. {account} & moim|mojego|moje|mi|mój|moja & ~jak',
    'logowani*|zalogowa* .. nieznan*|obc*|innego_kraju|podejrzan*|rosji|chin|nie_ja|to_nie_ja',
    'to_nie_ja|nie_byłem_ja|nie_ja & logow*|zalogow*|{account}|zmienion*',
    'nie .. mogę|moge|da_się|mogłem|mogłam|potrafię|udaje|możemy|jestem_w_stanie|umiem|idzie|wpuszcza|pozwala .. {enter} & {account}|{login}|zalog*|logow*|{factor}|kod* & !serwer* & !{general}',
    'nie .. wpuszcza|loguje|zaloguje|pozwala .. mnie|mi|się & {account}|hasł*|logow*|zalog* & !{general}',
    'logow*|zalogow* .. nie .. mogę|moge|działa|da_się|udaje|przechodzi & !{general} & !bot',
    'stracił*|utracił*|straciłem|brak|nie_mam|nie_mamy|utrata .. dostęp* .. do|konta|maila|telefonu|poczty|numeru|emaila|skrzynki & !{general}',
    'nie .. odzyskać .. {account}|hasł*|dostęp*',
    '{my} .. {account}|postęp* .. znik*|przepad*|usunięt*|skasowan*|wyzerowa*|zresetow*|puste|nie_istniej*|wyczyszcz*|zginę* & !{general} & !{fiction}',
    '{account} .. znik*|nie_istniej*|przepad*|wyparow* & {i} & !{general}',
    'znik*|przepad* .. {my} .. {account}|postęp* & !{general}',
    'zgubi*|ukradzion*|ukradli|zepsu*|stracił*|rozbi*|wymieni*|zmieniłem|zmieniłam|nowy .. telefon*|numer* & {factor}|{account}|zalogow*|logow*|kod|kodu & !{general}',
    '{factor} .. {lost} & !{general}',
    '{lost} .. {factor} & !{general}',
    '{code} .. {notcome} & weryfik*|logow*|zalogow*|hasł*|reset*|potwierdz*|aktywac*|{account}|{factor} & !podarunk* & !promo* & !{general}',
    '{notcome} .. {code} & weryfik*|logow*|zalogow*|hasł*|reset*|potwierdz*|aktywac*|{account}|{factor} & !podarunk* & !promo* & !{general}',
    '{code} .. weryfik*|reset*|potwierdz*|aktywac*|hasł*|logow* .. {notcome} & !{general}',
    'zapomnia*|nie_pamięt* .. hasł* & maila|mail|dostępu|emaila|poczt*|telefon* & {not} & !{general}',
    'odzyskać|odzyskani*|przywróć*|przywrócić|oddajcie|przywróceni*|zwróćcie .. {my}|mojego .. {account} & !{general}',
    'odzyskać|odzyskani*|przywróć*|przywrócić|przywróceni* .. {account} & {hacked}|{request}|{not} & !{general}',
    'klikn*|wszedłem|weszłam|podałem|podałam|nabrał* .. link*|phishing*|fałszyw*|hasło & fałszyw*|phishing*|scam*|podejrzan*',
    // Deletion
    '{want} + {erase} + {data} & !{general} & !wiadomo*',
    'usuńcie|skasujcie|wykasujcie|usuń|skasuj .. {my}|wszystk*|mojego .. {data}',
    '{erase} .. mojego|moje|moich|wszystk* .. {data} & {want} & !{general}',
    'rodo|prawo_do_bycia & {want}|{erase}|moich|moje',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    '{account} + {hacked}',
    '{hacked} + {account}|hasło|hasła',
    'ktoś + {account} + moim|moje|mojego|mój & gra|używa|loguje|zalogował|siedzi|wszedł',
    '{account}|postęp*|hasł*|logow*|zalogow* + {my}|{i} + zniknę*|znikł*|przepad*|przeją*|przejęt*|nieznan*|obc*|wyzerow*|zresetow*|wyczyszcz* & !{fine} & !{fiction}',
    'logow*|zalogow*|loguje + {trouble}|nie_działa|nie_mogę|nie_moge|złe + {i}|hasł*|kont*',
    '{code} + nie + dostaję|dostaje|otrzymuję|przychodz*|dochodz* & numer*|telefon*|logow*|weryf*|konto|konta|smsem|mailem',
    '{enter} + {not} + {account} & {i}|mogę|moge',
  ],
};

const HUMAN: ReasonRules = {
  reason: 'asked_for_human',
  vocabulary: {
    ...WORDS,
    person: [
      'człowiek*|ludzi*|ludźmi|konsultant*|moderator*|mod|modem|moda|admin|admina|adminem|admini|administrator*|administracj*|pracowni*|obsług*|osob*|kimś|ktoś|ekip*|supportu|supportem|support|przedstawiciel*|kierowni*|przełożon*|agent*|operator*|zespoł*|żyw*|personel*|pomocnik*|doradc*|bok|infolini*|opiekun*',
    ],
    talk: [
      'porozmawia*|rozmawiać|rozmowa|rozmowę|rozmowy|pogadać|gadać|pogada|skontaktow*|kontakt|kontaktu|połącz*|połączyć|połączenie|przekierow*|przełącz*|przekaż*|przekazać|popisać|zadzwoni*|telefoniczn*|oddzwoni*|pomówić|mówić|spotka*',
    ],
    look: [
      'pomoże|pomóc|pomogł*|pomógł*|zajrz*|zobaczy*|sprawdzi*|spojrz*|przyj*|przyszedł|przyszła|odpisa*|odpisze|odpowie*|odezwie|odezwać|zajmie|zająć|zajął|wejść|wejdzie|wpadnie|wpaść|rzucić_okiem|rzuci_okiem|skontakt*|oddzwon*|podejdzie|interwen*|podejść|zająłby|zerknąć|zerknie',
    ],
    staff: [
      'admin|admina|admini|moderator*|mod|modzi|ktoś_z_ekipy|ktoś_z_was|ktoś_z_obsługi|ktoś_z_administracji|ktoś_z_supportu|ktoś_z_zespołu|konsultant*|administrator*|administracja|człowiek|pracownik|support|ktoś_od_was|ktoś_kompetentny|obsługa',
    ],
  },
  always: [
    '{talk} .. z .. {person}',
    'z .. {person} .. {talk} & {i}|{want}|mogę|moge|da_się|chce|można & ~jak',
    '{want}|mogę|moge|chce|wolę|wole|da_się|dałoby .. {talk} .. {person}',
    'połącz*|przełącz*|przekieruj*|przekierow*|przekaż*|przekazać .. mnie|nas|sprawę|to|rozmowę|zgłoszenie|mi .. {person}',
    'mnie|nas|sprawę|zgłoszenie .. połącz*|przełącz*|przekieruj*|przekierow*|przekaż*|przekazać .. {person}',
    'żyw*|prawdziw*|realn* .. człowiek*|osob*|konsultant*|ludzi*|ludźmi|kimś|pracowni* & ~macie|{fiction} & !{fiction}',
    'nie .. botem|bota|botami|robotem|maszyną|automatem|sztuczną|ai|chatbotem|bot & {want}|{talk}|chce|mam_ochoty|dość|mam_dość|będę|zamierzam',
    'dość|dosyć|beznadziejn*|głupi*|bezużyteczn*|durny|durnego|jebany|wkurza* .. bot*|automat*|robot*|chatbot* & !{general}',
    'bot|chatbot|ai .. nie .. rozumie*|pomaga*|ogarnia* & !{general}',
    'niech .. {staff}|ktoś .. {look}',
    '{request}|mógłby|mogłaby|może|czy|potrzebuję|potrzebuje .. {staff} .. {look} & ~kiedy|jak',
    'może|mógłby|mogłaby .. ktoś .. zajrz*|zobaczy*|sprawdzi*|spojrz*|odpisa*|odpowie*|zająć|rzucić_okiem|oddzwoni*|skontakt*|przyjść|zerknąć|podejść|wejść',
    'potrzebuję|potrzebuje|potrzebujemy|poproszę|poprosze|dajcie|dawajcie|zawołaj*|chcę|chce|wezwij|daj .. admin|admina|moderator*|moda|człowieka|konsultanta|kogoś_z|żywego|pracownika|kogoś_kompetentnego|administrator* & ~zostać|rangę|być & !{fiction} & !zostać & !jak',
    'admin|admina|moderator*|człowieka|konsultanta|człowiek|konsultant proszę|prosze|potrzebny|pilnie|plis|pls|natychmiast|teraz|poproszę',
    'jest|są .. jakiś|tu|ktoś .. admin|moderator|mod|z_ekipy|z_obsługi|z_administracji|z_supportu & pomoc*|potrzeb*|piln*|pomó*|sprawa|problem|prosz* & !kiedy',
    'kontakt*|kontaktu|kontakcie z .. {person} & {want}|potrzeb*|prosz*|chce & !{general}',
    'nikt|żadnej|żadna|brak|zero|ani_jednej|wciąż_nie_ma .. odpowied*|odpowia*|odpis*|reakcji|reaguje|pomaga|pomógł|odzew* & dni|tygod*|godzin*|od|wciąż|nadal|ticket*|zgłoszeni*|wiadomo*|mail* & !{fiction} & !{general}',
    'odpowied*|odpis* .. nikt|żadn*|brak|nie_dosta*|nie_ma & dni|tygod*|godzin*|od|wciąż|nadal & !{general}',
    'czekam .. dni|tygod*|tydzień|godzin*|długo|dawna|# & odpowied*|odpis*|reakcj*|pomoc|kontakt|zgłoszeni*',
    'skarg*|zażaleni* .. na|złożyć|składam|wobec & {i}|{want}|składam & !{general}',
    'oddzwon* .. mi|do_mnie|proszę|nas',
    'zadzwoń*|zadzwonić .. do_mnie|mnie|mi & prosz*|ktoś|może',
  ],
  unlessHypothetical: ['wolę|wole|wolałbym|wolałabym .. człowiek*|ludźmi|konsultant*|osob*'],
  unlessGeneral: ['{person} + napisa*|odpisa*|odezwa*|zadzwoni* + mógł*|mogł*|może|prosz* & mnie|mi|nas|do',
    'nikt|żadnej|zero|brak + odpisuje|odpisał*|odpowia*|odpowiedzi|reaguje|pomaga|słucha & {i}|was|tu|ticket*|mail* & !{fiction}',
    '{talk} + {person} + {i}|{want}|chce', 'człowiek*|konsultant* + {talk}|potrzebuję|pomoc*'],
};

/** Polish, as German and English have it in rules/. */
export const POLISH: readonly ReasonRules[] = [SAFETY, PAYMENT, BAN, ACCOUNT, HUMAN];
