import type { ReasonRules, Vocabulary } from '../pattern.ts';

/** Polish says who in the verb (`zapłaciłem`, `zapłaciłam`): what only the first person says stands for "I". */
export const WORDS: Vocabulary = {
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
};

/** Somebody is in danger, or treated cruelly. */
export const SAFETY: ReasonRules = {
  reason: 'safety',
  vocabulary: {
    ...WORDS,
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
    'nikt .. tęsknił*|zauważył*|brakowało & {i}|mną|mnie|gdybym',
    'skoczy*|skoczę|skoczyć|rzuci|rzucę|rzucić|skacze .. dachu|mostu|okna|pociąg|balkonu|tory|wieżowca & !{fiction} & !jak',
    'dachu|mostu|okna|balkonu .. skoczy*|skoczę|skoczyć|rzuci & !{fiction} & !jak',
    'jutro|niedługo|wkrótce .. mnie .. nie_będzie|nie_ma & ~{fiction} & !{general} & !online|szkole|domu|event*',
    // Threats
    'zrobi|zrobią|zrobić coś|krzywdę .. mojej|moim|mi|nam|rodzinie|siostrze|mamie & {someone}|mówi|pisze|groz* & !{fiction}',
    'skrzywdzi|skrzywdzić|zabije .. rodzin*|mam*|siostr*|mnie & !{fiction}',
    'zgwałc*|zgwałcić|gwałt* .. mnie|mi|nas|mojej & !{fiction}',
    'mnie|nas|mojej .. zgwałc*|zgwałcić & !{fiction}',
    'nóż|nożem|pistolet*|broń|bronią|maczet* & mnie|mi|mną|po_mnie|nas & powiedział*|mówi|pisze|napisał*|przyjdzie|groz*|przyjedzie & !{fiction} & !jak',
    'przyjdzie|przyjdą|przyjedzie|przyjadą|dorwie|znajdzie .. po_mnie|do_mnie|mnie|nas & {someone}|mówi|powiedział*|pisze|napisał*|groz* & !{fiction} & !kurier|paczk*',
    'naśmiewa*|wyśmiewa*|śmieją_się|ośmiesza* .. mnie|mi|nas|syna|córki & !{fiction}',
    'mnie|nas|mojego|mojej naśmiewa*|wyśmiewa*|ośmiesza*',
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
    'spotkani*|spotkać|spotkał* & {child}|siostrzen*|bratan* & ktoś|starsz*|obcy|dorosł*|serwer*|zaprosił*|chce|namawia* & !jak & !{fiction}',
    'zdjęci*|zdjęć|filmik*|nagrani*|fotki & moje|moich|ze_mną|mojej & krąż*|rozsyła*|zgody|pozwoleni*|udostępni*|wyciekł*|opublikow* & !jak & !*łem_moje',
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

/** The customer wants a person. */
export const HUMAN: ReasonRules = {
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
    'żyw*|prawdziw*|realn* .. człowiek*|osob*|konsultant*|ludzi*|ludźmi|kimś|pracowni* & {want}|{talk}|chce|potrzeb*|są_tu|jest_tu|dajcie|wolę|wole|pomoc* & ~macie|{fiction} & !{fiction} & !czy_w',
    'nie .. botem|bota|botami|robotem|maszyną|automatem|sztuczną|ai|chatbotem|bot & {want}|{talk}|chce|mam_ochoty|dość|mam_dość|będę|zamierzam',
    'dość|dosyć|beznadziejn*|głupi*|bezużyteczn*|durny|durnego|jebany|wkurza* .. bot*|automat*|robot*|chatbot* & !{general}',
    'bot|chatbot|ai .. nie .. rozumie*|pomaga*|ogarnia* & !{general}',
    'mnie|nas|rozmowę przełącz*|połącz*|przekier*|przekaz*',
    'przełącz*|połącz*|przekier* mnie|nas|rozmowę & do|z|kogo*|{person}',
    'support|obsługa|administracja|moderacja|admini|modzi|ekipa|pomoc .. beznadziej*|dno|żenada|żenując*|słab*|fatalna|fatalny|tragedi*|tragiczn*|kpina|śmiech|do_dupy|chamsk*|skorumpowan*|bezużyteczn*|najgorsz* & !{fiction} & !{general}',
    'beznadziej*|żenując*|fatalny|fatalna|najgorsz*|tragiczn*|słaby|kpina .. support|obsługa|administracja|pomoc|ekipa|moderacja',
    'bez|zero .. odpowiedzi|reakcji|odzewu & tydzień|tygod*|dni|godzin*|miesiąc & !{general}',
    'dla_mnie .. {person}',
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
  unlessGeneral: [
    '{person} + napisa*|odpisa*|odezwa*|zadzwoni* + mógł*|mogł*|może|prosz* & mnie|mi|nas|do',
    'nikt|żadnej|zero|brak + odpisuje|odpisał*|odpowia*|odpowiedzi|reaguje|pomaga|słucha & {i}|was|tu|ticket*|mail* & !{fiction}',
    '{talk} + {person} + {i}|{want}|chce',
    'człowiek*|konsultant* + {talk}|potrzebuję|pomoc*',
  ],
};
