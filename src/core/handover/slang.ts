import type { ReasonRules } from './pattern.ts';

/** Danger in slang and dialect; the plain words are in safety.ts and distress.ts. */
export const SLANG: ReasonRules = {
  reason: 'safety',
  vocabulary: {
    about: [
      'gonna|going_to|will|ill|id|wanna|want_to|wants_to|wanted_to|about_to|might|should|could|would|just|and|to|ima|imma|immer|finna|rather|thinking_about|think_about|thought_about|feel_like|me',
    ],
    kms: ['kms|unalive|unaliving|off_myself|offing_myself|sewerslide|sewer_slide|delete_myself'],
    farewell: [
      'tonight|today|tomorrow|now|soon|again|bye|goodbye|myself|heute|morgen|nobody|noone|no_one|for_real|fr|im_serious|im_done|i_mean_it',
    ],
    nomore: [
      'num|nume|nüm|nüme|nümme|nümm|nimma|nimme|nimmer|nima|nimmamehr|ned_mehr|net_mehr|nöd_me|nid_me|nömme',
    ],
    dialectwill: ['mag|mog|wott|wot|wet|wett|wü|wui|mecht|mechat|möcht|möchti|ka|cha|chan|ko|koa|kann|will'],
    dialectlive: [
      'lebe|lebn|lebm|leba|läbe|läba|leben|weiterlebe*|da_si|da_sei|do_sei|do_si|dasi|dosei|aufwachn|ufwache|ufwacha|weiter|existiere|existiern',
    ],
    wake: ['wake_up|waking_up|to_wake|aufwach*|aufzuwachen|verwach*|erwach*|ufwach*|wach_werd*'],
    wish: ['want|wants|wanna|wish|could|would|will|möchte|wünsch*|hope|hoff*|pray*|bete|would_rather'],
    drug: ['pills|pill|meds|medication|medicine|tablets|tabletten|pillen|schlafmittel|medikamente|overdose'],
    chat: ['vc|voice|chat|call|discord|dm|server|here|hier'],
  },
  always: [
    'schluss .. mit_allem|mit_dem_leben|mit_meinem_leben|mit_mir|mit_diesem_leben & mach|mache|machen|ich|i & !{fiction}',
    'mit_allem|mit_dem_leben|mit_meinem_leben schluss|ende|ein_ende & mach|mache|ich|i & !{fiction}',
    'lebt_wohl|lebwohl|leb_wohl|lebet_wohl & allem|nicht_mehr|nimmer|tot|sterb*|heute_nacht|heut_nacht|leid|sorry|tut_mir|für_immer & !{fiction}',
    'koa|koan|koane|ka|kan|kei|keen|keene|kb|kein_bock|keinen_bock lust|bock|freid|freude|kraft|sinn? mehr? .. leben|lebn|lebm|lebe|läbe|weiterleben & !{fiction} & !leben_dazu|herzen',
    'ich|i .. häng|hänge|heng|hängt mich|mi auf & !{fiction} & !wand|ast|seilbahn',
    'erhäng|erhänge|erschiess|erschiesse|vergift|vergifte|ertränk|ertränke|erstech|ersteche|verbrenn|verbrenne mich|mi & ich|i|jetzt|heute|einfach & !{fiction} & !{asking}',
    '{drug}|schlaftabletten|klinge|rasierklinge|strick|seil|rope|blade|razor .. liegen|liegt|lie|lying|sitting|right_here|hier|gesammelt|saved_up|lined_up|bereit* & schon|bereit*|right_here|next_to_me|neben_mir|vor_mir|hier|gesammelt|saved_up|lined_up & !{fiction} & !{asking}',
    'point|sense|sinn|bringt of|in|am|vom|des|das|dieses .. leben|lebn|life|living & anymore|any_more|überhaupt|{nomore}|noch|no|empty|leer & !{fiction} & !skill|extra',
    'better_off|better_of|besser_dran|lieber dead|ded|tot|without_me|ohne_mich & i|id|im|ich|i|me|mich|everyone|everybody|alle|they & !{fiction}',
    'wenn_ich|if_i|if_im|falls_ich|when_im|when_i_am|wenn_i|sollte_ich .. gone|dead|tot|not_here|not_around|nicht_mehr_da|nimmer_da|weg|nicht_mehr_lebe|nicht_mehr_bin|nicht_mehr_unter .. .. tell|sag|sagt|sagts|richtet .. mom|mum|mama|mutter|dad|papa|vater|parents|eltern|family|familie|sister|brother|schwester|bruder|friend*|freund*|girlfriend|boyfriend|her|him|ihr|ihm & !{fiction}',
    'besser|better|best .. wenn|if .. i|ich|me|mich .. nimmer|nicht_mehr|nicht|not|never|nie|wasnt|didnt .. da|here|born|geboren|exist|existieren|gäbe|gäb|around|alive|leben & !{fiction}',
    '{about} {kms}',
    '{kms} ,? {farewell} & !# {kms}',
    '#_jährig*|#_year_old|#_yo .. schreibt|schreiben|texts|dms|messages|anschreibt|writes|messaging|texting|dming|chattet|flirtet .. schwester|bruder|tochter|kind|kinder*|sister|brother|daughter|kid|kids|girl|girls|boys|mädchen|jungs & !{fiction} & !{asking}',
    '{wish} .. be_gone|disappear|vanish|weg_sein .. forever|for_good|never|für_immer',
    'gone|disappear|verschwinden forever|for_good & {wish} & i|me|ich',
    'no|zero|any|kein|keinen|keine reason|point|grund|sinn .. live|living|alive|go_on|keep_going|leben|weiterleben|weiterzumachen & i|me|my|ich|mich|mir & !{fiction}',
    '{dialectwill} {nomore} .. {dialectlive}',
    '{dialectwill} {nomore} $ & i|ich|mi|mir|mich',
    '^{dialectwill} {nomore} , {dialectwill} {nomore}',
    '{someone} .. pretend*|gibt_sich|poses|posing|tut_so .. # .. kids|kinder*|children|girls|mädchen|minors|boys|jungs & !{fiction}',
    'dass|that|how er|he|she|they|someone .. sie|ihn|her|him|mich|me|us|uns .. find|finden|findet|kriegt|kriegen|holt|holen|umbringt|get & schreibt|schreiben|says|said|sagt|writes|wrote|tells|told|droht & schwester|bruder|tochter|sohn|sister|brother|daughter|son|kid|kind|me|mir|mich|uns|us & !{fiction}',
    '{wish} .. not|never|nicht|nie|num|nüm|nimma|dont .. {wake}',
    '{wish} .. {wake} .. not|never|nicht|nie|num|nüm|nimma|nümme',
    'schneid*|ritz*|schnitt mir .. arm|arme|haut|bein|beine|handgelenk*|adern|pulsadern',
    'i|ich|ive|hab|habe|wrote|written|geschrieben|schreibe .. abschiedsbrief|abschiedsbriefe|suicide_note|goodbye_letter|goodbye_letters|goodbye_note & !{fiction}',
    '{someone}|girl|boy|friend|freund*|kumpel .. took|takes|swallowed|nimmt|genommen|geschluckt .. all|whole|bottle|alle|ganze|too_many|zu_viele .. {drug}',
    '{someone}|girl|boy|friend|freund*|he|she|er|sie .. {wish}|going|gonna .. {kms}',
    'wenn_ich|if_i .. weg|gone|tot|dead .. .. keiner|niemand|nobody|noone|no_one|keinen|eh & !{fiction}',
    'nobody|noone|no_one|niemand|keiner .. would|würde|will|wird|even .. notice|merken|care|miss*|vermissen & i|me|im|ich|mich|{kms} & !{fiction}',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    '{kms} & {wish}|every_day|jeden_tag|sounds|rn|option|nice|only_way',
    'he|she|they|someone|guy|er|jemand|typ .. wants|asks|asked|told|says|will|sagt|fragt .. me|ich|mir|mich .. cam|camera|webcam|kamera|foto|photo|selfie & im_#|i_am_#|bin_#|ich_bin_#',
  ],
};
