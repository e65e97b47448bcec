import { HUMAN } from './human.ts';
import type { ReasonRules } from './pattern.ts';
import { SAFETY } from './safety.ts';

/** Danger to somebody, or a call for a person, in any wording; see complaints.ts. */
export const DISTRESS: ReasonRules = {
  reason: 'safety',
  vocabulary: {
    ...SAFETY.vocabulary,
    close: [
      'friend|friends|brother|sister|son|daughter|kid|child|buddy|mate|girlfriend|boyfriend|cousin|member|user|player|someone|guy|girl|boy|roommate|classmate|student|freund|freundin|kumpel|bruder|schwester|sohn|tochter|kind|cousin|cousine|mitglied|spieler|spielerin|nutzer|jemand|einer|eine|typ|mädchen|junge|schüler|schülerin|mitspieler*|clanmate|bekannte*|he|she|er|sie|they',
    ],
    dying: [
      'to_die|wanna_die|will_die|dead|dying|suicide|suicidal|kill_himself|kill_herself|kill_themselves|kill_myself|hurt_himself|hurt_herself|end_it|end_his_life|end_her_life|jump|overdose|overdosed|pills|goodbye|farewell|self_harm|selfharm|cutting|sterben|tot|umbringen|suizid|selbstmord|abschied|abschiedsbrief|abschiedsnachricht*|tabletten|ritzt|ritzen|springen|erhängen|verletzt_sich|das_leben_nehmen|was_antun|etwas_antun|sich_umbring*|nicht_mehr_leben|goodbye_message|goodbye_messages|suicide_note',
    ],
    said: [
      'said|says|wrote|writes|posted|told|tells|talks|talking|keeps|sent|announced|threatens|wants|will|hat|schreibt|sagt|gesagt|geschrieben|gepostet|schrieb|sagte|kündigt|angekündigt|droht|meint|meinte|erzählt|geschickt|just|took|going|is|ist',
    ],
    hope: [
      'no_hope|hopeless|hoffnungslos|no_point|pointless|sinnlos|no_way_out|kein_ausweg|keinen_ausweg|keinen_sinn|kein_sinn|worthless|wertlos|nobody_would_miss|nobody_would_care|niemand_würde|keiner_würde|cant_go_on|nicht_mehr_weiter|give_up_on_life|had_enough_of_life|tired_of_living|tired_of_life|lebensmüde|better_off_dead|rather_be_dead|wish_i_was_dead|wish_i_were_dead|wish_i_was_never_born|nie_geboren|lieber_tot|hurt_myself|harm_myself|cut_myself|selbst_verletze|mich_verletzen|wehtun|mir_was_antun|schluss_machen_mit_allem|allem_ein_ende|end_it_all|end_my_life|kill_myself|umbringen|disappear_forever|für_immer_weg',
    ],
    abuse: [
      '{harass}|{insult}|{threat}|harassment|bullying|hate_speech|beleidigung|beleidigungen|hetze|grooming|doxxing|doxing|doxxed|doxed|doxx|gedoxt|gedoxxt|swatting|swat|swatted|blackmail*|extort*|erpress*|mobbing|drohung*|catfish*|creep|creepy|stalker|abuse|abusive|misogyn*|sexist*|sexuell*|sexual*|creeps|pressured|pressuring|coerc*|nötig*|unter_druck|schwuchtel|bloßgestellt|toxic|hateful|groomer|predator|pädophil*|pedophil*|pedo|pedos|racial|rassistisch*|antisemitisch*|homophob*|hurensohn|missbrauch*|belästig*|beschimpf*|beleidig*|bedroh*|verfolg*|gedemütigt|humiliat*',
    ],
    victim: [
      'me|us|my|i|im|our|daughter|son|kid|kids|child|children|girl|girls|minor|minors|members|player|sister|brother|friend|wife|student|students|mich|mir|uns|ich|meine*|mein|tochter|sohn|kind|kinder|kindern|mädchen|mitglied*|freundin|freund|schwester|bruder|schüler*|frau|others|andere|anderen|werde|wurde',
    ],
    leak: [
      'leak*|post*|shar*|spread*|publish*|upload*|expos*|reveal*|gave|sent|sends|send|show*|verbreit*|geleakt|leakt|gepostet|postet|poste*|geteilt|teilt|teilen|veröffentlich*|verschickt|schickt|geschickt|rumgeschickt|hochgeladen|rausgegeben|gezeigt|zeigt|online|threaten*|droht|gedroht|will|rausgefunden|found|got|has|hat|knows|kennt|weiss',
    ],
    secret: [
      'address|adress|adresse|wohnadresse|phone_number|phone|telefonnummer|handynummer|nummer|real_name|full_name|klarname*|echten_namen|vollen_namen|wohnort|ip|ip_address|ip_adresse|nudes|nacktbild*|nacktfoto*|private_pic*|private_photo*|private_bilder|private_fotos|intime*|where_i_live|where_we_live|wo_ich_wohne|wo_wir_wohnen|school|schule|arbeitgeber|workplace|personal_data|private_daten|persönliche_daten|private_chats|dms|license_plate|kennzeichen|passport|ausweis|home',
    ],
    danger: [
      'gun|guns|knife|knives|weapon|bomb|waffe|messer|bombe|shoot|shooting|stab|amok*|attack|anschlag|anzünd*|abstechen|erschiess*|abknallen|kidnap*|entführ*|rape|rapes|vergewaltig*|murder|ermord*|swat|auflauern|lauert|beat_me|beat_him|beat_her|jump_me|fertigmachen|zusammenschlag*|verprügel*|aufschlitz*|hurt_me|hurt_her|hurt_him|hurt_my|kill_me|kill_us|kill_my|kill_him|kill_her|töten|umbringen|come_to_my|at_my_house|vor_meiner|nach_hause',
    ],
    minor: [
      'daughter|son|kid|kids|child|children|minor|minors|underage|girl|girls|boy|boys|teen|teens|tochter|sohn|kind|kinder|kindern|kids|minderjährig*|mädchen|jungs|jungen|schwester|bruder|sister|brother|cousin|cousine|nichte|niece|neffe|nephew|schüler|schülerin|im_#|ich_bin_#|bin_#|#_year_old|#_yo|#_jährig*|#jährig*|#_years|#yo|#_jahre|enkel*|teenager|neunjährig*|zehnjährig*|zwölfjährig*',
    ],
    adult: [
      'adult|grown|older|man|men|stranger|strangers|old|guy|dude|erwachsen*|älter*|mann|männer|fremder|fremde|typ|kerl|unbekannte*|someone|jemand|einer|user|player|member|mitglied|spieler|moderator|mod|admin|trainer|coach',
    ],
    lure: [
      'pics|pictures|photos|photo|selfie*|selfies|nudes|snap|snapchat|whatsapp|meet|meeting|meetup|alone|secret|privately|address|number|webcam|cam|video_call|gifts|geschenk*|bilder|bild|foto|fotos|treffen|trifft|allein|geheim|heimlich|privat|nummer|adresse|camera|kamera|sexual*|sexuell*|naked|nackt*|underwear|unterwäsche|body|körper|kiss|küssen|flirt*|anmachen|anmacht|creepy|komisch*|weird|dms|dm|anschreibt|belästigt|robux|telegram',
    ],
  },
  always: [
    'been|started|keep|am|im|again|wieder .. cutting|self_harming|selfharming|ritzen|burning_myself|starving_myself|hurting_myself & again|myself|safe|tonight|wieder|mich|arms|arme & !{fiction}',
    'keep|stay myself? safe & cant|dont|not|cannot & myself|tonight|anymore|{i} & !{fiction}',
    'bringt|bringe|bring|brachte|bringen sich|mich .. um|ums_leben & {close}|gesagt|sagt|heute|jetzt|schreibt|will|{i} & !{fiction}',
    'weiss|knows|kennt|found|rausgefunden|herausgefunden|weis .. wo|where|welche|which|meine|my .. schule|school|wohn*|live*|arbeite*|work*|adresse|address|house|haus & angst|scared|afraid|ich|i|me|mir|mich|tochter|daughter|son|sohn & !{fiction} & !{asking}',
    '{close} .. sich|hat_sich|hatte_sich .. geschnitten|geritzt|verletzt|umgebracht|ritzt|schneidet & !{fiction}',
    '{close} .. cut|cuts|hurt|hurts|harmed|burned|starving|starves himself|herself|themselves|themself & !{fiction}',
    'spring*|gesprungen|jump|jumping|throw_myself|stürz*|werf* .. brücke|dach|zug|balkon|fenster|bridge|roof|train|balcony|building|cliff & {i}|mich|myself|{close} & !{fiction} & !{asking} & !map|parkour|glitch',
    'touch*|angefasst|fasst|begrapscht|grop*|molest*|missbrauch*|vergewaltig*|raped|rapes|misshandel*|schlägt|geschlagen|beats|hits|prügelt|verprügelt .. {minor}|kids|me|mich|my|meine* & !{fiction} & !{asking} & !{hypothetical} & !boss|gegner|damage|schaden',
    'mich|uns|meine*|kinder|kids .. {minor}? .. angefasst|begrapscht|missbraucht|vergewaltigt|geschlagen|misshandelt & !{fiction} & !{asking}',
    'father|dad|mother|mom|mum|stepdad|stepfather|vater|papa|mutter|mama|stiefvater|boyfriend|ex|husband|mann .. hits|beats|hit|beat|beating|schlägt|geschlagen|prügelt|hurts|misshandelt|vergewaltigt|raped|abuses & me|mich|us|uns|my|meine* & !{fiction}',
    'child_porn*|kinderporn*|csam|kinderpornografi*|gore|snuff|terror*|enthauptung*|beheading|animal_abuse|tierquälerei & {published}|{contact}|channel|kanal|chat|server|dm|{someone} & !{asking} & !{fiction}',
    'fake_profile|fakeprofil|fake_profil|fake_account|fakeaccount|fake_acc|falsches_profil|impersonat* & me|my|mich|mein*|mir|photo*|foto*|bild* & !{asking}',
    '>ich will|kann|mag|möchte|halt* einfach? echt? nicht|nimmer mehr? $ & ~wenn',
    '>i|i_just|i_really cant|cannot|dont_want_to|dont_wanna go_on|anymore|any_more|keep_going|take_it|be_here $',
    'want|wish|wünsche|will|möchte .. it_to_stop|it_all_to_end|dass_es_aufhört|dass_alles_aufhört|alles_vorbei|everything_to_end|it_to_be_over & !{fiction}',
    '{i} + spring*|jump .. brücke|dach|zug|bridge|roof|train|balkon & !{fiction} & !map|parkour|glitch',
    '{i} + brücke|dach|bridge|roof|gleise|rails .. spring*|jump* & !{fiction} & !map|parkour|glitch',
    'soll|sollte|should|shall|to .. mich|myself|mir|me .. umbringen|töten|aufhängen|erhängen|kill|hang|die|sterben|kys|erschiessen|ritzen & {someone}|schreib*|sagt|sagen|said|says|tell*|told|alle|everyone',
    'sonst|or|otherwise|else|unless|if_i_dont|wenn_ich_nicht .. .. tell|show|send|post|leak|publish|share|upload|zeigt|schickt|postet|veröffentlicht|leakt|leaks|posts|shows|sends|shares|sagt|erzählt|tells|verbreitet & nackt*|nude*|bild*|pics|pictures|fotos|video*|alles|everything|eltern|parents|{secret} & mir|me|mich|my|meine*|ich|i',
    'wenn|if|falls .. nicht|kein*|dont|not|no .. .. zeigt|postet|schickt|leakt|veröffentlicht|erzählt|tell|tells|show|shows|send|post|posts|leak|leaks|share & bild*|pics|pictures|fotos|video*|nude*|nackt*|money|geld|eltern|parents|everyone|alle* & mir|me|mich|my|meine*|ich|i & {someone}|er|he|she|they & !{fiction}',
    '{someone}|der_eine|typ|guy .. will|wants|verlangt|fordert|asks|demands .. nackt*|nude*|naked|unterwäsche|underwear|pics_of_me|bilder_von_mir|fotos_von_mir & !{fiction}',
    'nicht_mehr|nimmer|net_mehr|nich_mehr|nichtmehr|kein*_bock|keine_lust|keine_kraft|ned_mehr|nimma .. leben|weiterleben|aufwachen|da_sein|existieren|weitermachen & {i} & !{fiction}',
    'dont|not|no_longer|cant|tired|done|sick|hate|stop .. living|alive|be_alive|exist|existing|wake_up|live_anymore|live_any_more|go_on_living|being_here|be_here_anymore|live_like_this & {i} & !{fiction}',
    '{i} + {hope} & !{fiction} & !{asking}',
    '{close} .. {said} .. {dying} & !{fiction} & !{asking} & !game|match|round|runde|level',
    '{abuse} .. {victim} & >seit|>since|every_day|jeden_tag|täglich|daily|constantly|ständig|dauernd|weeks|wochen|months|monaten|stop|aufhören|help|hilfe|please|bitte|scared|angst|keeps|again|wieder & !{fiction}',
    '{adult} .. {leak} .. {secret} & {my}|me|i|mir|mich|ich|tochter|daughter|son|sohn|freund*|friend & !{fiction} & !{asking} & !support|team|wo_finde',
    '{my} .. {secret} .. {leak} & {someone}|chat|discord|server|online|channel|kanal|without|ohne|public|öffentlich|gruppe|group & !{fiction} & !{asking} & !my_ip|meine_ip',
    'found_out|knows|rausgefunden|herausgefunden|weiss|kennt|hat .. where|wo .. i|ich|we|wir|my|mein*|she|sie .. live*|wohn*|leb*|school|schule|work*|arbeit*',
    '{someone}|{close} .. {danger} .. me|my|us|mich|mir|uns|meine*|school|schule|his|her|seine*|ihre* & !{fiction} & !{asking}',
    '{danger} .. me|my|us|mich|mir|uns|meine*|school|schule & {threat}|said|says|sagt|schreibt|wrote|gesagt|geschrieben|will|wants|gonna & !{fiction} & !{asking}',
    '{adult} .. {minor} .. {lure} & !{fiction} & !{asking}',
    '{adult} + {contact} + {minor} + {lure} & !{fiction} & !{asking}',
    '{minor} + {adult} + {contact} + {lure} & !{fiction} & !{asking}',
    'feel|fühle|fühl .. unsafe|not_safe|nicht_sicher|nicht_mehr_sicher|bedroht|threatened|unsicher & {someone}|{i} & !{fiction}',
    'traue|trau|dare|afraid|scared|angst|panik|frightened .. nicht|kaum|not|to|vor|of .. online|log_in|einloggen|raus|joinen|join|play|spielen|leave|house|him|ihm|her|ihr|them|server|discord & {someone}|{abuse}|{i}|person',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    'juden*|judenwitz*|nazi*|hitler*|nigg*|kanak*|zigeuner*|schwuchtel*|faggot*|tranny|swastika*|hakenkreuz*|sieg_heil|heil|holocaust*|gaskammer*|gas_chamber|untermensch*|ausländer_raus|white_power|racist|rassist*|racial_slurs|n_word|n_wort|antisemit*|homophob*|sexist* & {someone}|{close}|member*|spieler|{staff}|name|profil*|people & schreibt|schreiben|schreit|posts|posting|posted|says|saying|spam*|macht|machen|called|calls|nennt|ruft|keeps|writes|name|avatar|bild|chat|voice',
    '{abuse} + {victim} & !{fiction} & !{asking} & !regel|rule|allowed|erlaubt',
    '{abuse} + {someone}|{close} + report|melden|melde|gemeldet|please|bitte|{staff}|act|remove|ban|unternehmen|tun',
    '{dying} & {close}|{i} & worried|sorge|sorgen|mache_mir|scared|angst|help|hilfe|serious|ernst|police|polizei|emergency|notfall & !{fiction}',
    '{minor} + {abuse} & !{fiction} & !{asking}',
    '{secret} + {leak} + {someone}|{close} + {my}|me|mich|mir|without|ohne|chat & !{fiction} & !{asking} & !my_ip|meine_ip|can|could|kann',
  ],
};

/** The customer calls for a person, in any wording. */
export const CALLS: ReasonRules = {
  reason: 'asked_for_human',
  vocabulary: {
    ...HUMAN.vocabulary,
    whoever: [
      '{person}|{staff}|employee|employees|mitarbeitende*|someone|somebody|anyone|anybody|colleague|employee|boss|specialist|technician|expert|real_one|somebody_real|human_operator|jemand|jemanden|jemandem|irgendwer|irgendwen|irgendjemand*|wer|wen|wem|einer|einen|einem|eine|kollegin|fachmann|techniker|experte*|zuständige*|verantwortliche*|berater*|euch|vom_team|mod|mods|echte|echten|echter',
    ],
    deal: [
      '{look}|{schauen}|{talk}|{reden}|discuss|besprechen|klären|reden|call_me|phone|ring|email_me|write|write_to|explain|ask|rückruf|anruf|anrufen|anruft|ruft|rufen|meldet|schaut|anschaut|hilft|übernimmt|kümmert|guckt|ansieht|kommt|komm|einschaltet|durchstellt|weiterleitet|schreibt|zurückruft|antwortet|needed|gebraucht|zuständig|erreichen|erreichbar|reach|get_hold|get_through|respond*|available|ansprechbar|persönlich|in_person|directly|direkt|telefonisch|personally|per_telefon|by_phone|on_the_phone|am_telefon',
    ],
    machine: [
      'bot|bots|ai|robot|machine|chatbot|automat*|computer|ki|roboter|maschine|script|algorithm*|auto_reply|auto_replies|llm|gpt|chatgpt|assistent|assistant',
    ],
    fed: [
      'useless|stupid|dumb|annoying|circles|loop|not_helping|doesnt_help|doesnt_understand|dont_understand|not_understand|no_help|tired|sick|enough|stop|same_answer|keeps|pointless|waste|refuse|dont_want|not_a|instead|nervt|nutzlos|dumm|blöd*|versteht|verstehst|kapier*|hilft_nicht|hilft_mir|hilfst|hilft|im_kreis|immer_das_gleiche|immer_dasselbe|null|genug|reicht|schluss|unbrauchbar|bringt_nichts|bringt_nix|will_nicht|keine_lust|kein_bock|keinen_bock|aufhören|statt|scheiss*|nutzt_nichts|sinnlos|keine_hilfe',
    ],
  },
  always: [
    'mit|with|to|to_ur|zu .. leitung|chef|boss|manager|betreiber*|inhaber*|vorstand|owner|geschäftsführ*|head|supervisor|vorgesetzt*|jemandem|mensch*|person|human .. klären|besprechen|sprechen|reden|regeln|diskutieren|nicht|statt|instead|not & !{asking} & !{fiction}',
    'real|actual|living|human|echte|echten|echter|echtem|richtigen|richtige human|person|people|being|mensch|menschen|ansprechpartner|agent & write|talk|email|contact|call|speak|reach|schreiben|reden|sprechen|erreichen|anrufen|kontakt*|wenden|need|want|brauch*|will|möchte & !are_you|bist_du|am_i|schreibe_ich|schreib_ich|is_this|ist_das|sind_sie|you_a|spreche_ich|rede_ich|chatte_ich|antwortet_hier & !{fiction}',
    'kannst|könnt|könntest|können|würdest|can|could|verbinde|connect .. mich|me|uns|us .. mit|an|to|with|zu .. {whoever} & !{asking} & !{fiction}',
    'get|have|haben|kriegen|bekommen|give_me|gimme|send|brauche|brauch|will a|an|einen|nen|n|ne|eine|any|some|the real? actual? human|person|agent|representative|mensch*|supervisor|manager|mitarbeiter*|sachbearbeiter*|human_being & !become|rank|rang|role|{fiction}',
    'angerufen|zurückgerufen|kontaktiert|called|contacted|phoned|weitergeleitet|verbunden|durchgestellt|transferred|connected werden|back|to|mit & {request}|ich|i & !{asking} & !{fiction}',
    'mit|with .. euch|you_guys|employee|mitarbeiter*|kollege*|jemandem|wem|mensch* .. reden|sprechen|klären|besprechen|direkt|persönlich|telefonieren|talk|speak & {i}|{request} & !{asking} & !{fiction}',
    'ohne|without|keine|kein|no|instead_of .. ki|bot|ai|chatbot|robot|roboter & {request}|reden|talk|speak|sprechen|mensch*|human|person & !{fiction}',
    'talk|speak|speek|tlk|chat|spk .. to|2|with|w .. boss|manager|owner|supervisor|human|person|someone|somebody|mod|admin|staff & lemme|let_me|{request}|i|can & !{asking} & !{fiction}',
    'nicht|not|statt|instead|rather_than|ned|net .. mit_dir|mit_einem_programm|with_you|to_you|mit_einer_maschine|mit_nem_bot|with_a_bot|to_a_bot|a_bot|einem_bot|einer_ki & {i}|{request}|sprechen|talk|reden|klären',
    'this|that|it|das|des|dis|deine_antwort|your_answer .. doesnt|didnt|not|hilft|hilf|hat|bringt|isnt .. help|helped|helpful|helping|nicht_weiter|mir_nicht|nicht_geholfen|nix|nichts|null|net & !{fiction} & !{asking} & !but_i',
    '{request} + {whoever} + {deal} .. {team}|{person}|support|mich|mir|me|us|uns|here|hier|this|das|with|mit & !{asking} & !{fiction}',
    '{machine} + {fed} + {whoever}|human|mensch*|help|hilfe|person & !{fiction}',
    '{fed} .. {machine} & !{fiction} & !stop_bot|bots_in',
    'any|some chance .. {person}|someone|somebody & {deal}',
    'phone|telephone|telefon|hotline|rückruf|callback|call_back|anruf + {request}|bitte|need & me|mich|mir|i|ich|us|uns & !{asking}',
    'is|ist|sind|are|gibt_es|gibts|any|anyone|jemand .. {person}|mod|mods|jemand|anyone|someone|somebody .. {deal} .. me|mir|this|das|der|who|here|hier|kurz|right_now|gerade|grad|mal & !{fiction} & !ein_bot|a_bot',
    '{person}|mod|admin .. urgent*|dringend*|asap|immediately|sofort|right_now|schnell|now|jetzt & !{fiction} & !{asking}',
    'kann|könnte|can|could|mag|würde .. {whoever} .. {deal} .. me|mir|mich|bitte|please|this|das|es|it|drüber|drauf|over|into|vorbei|kurz|mal & {staff}|{person}|jemand_von|jemand_vom|jemand_aus|of_you|from_you|von_euch|team|support|jemand|someone|somebody & !{asking} & !{fiction} & !{howto}',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    '{staff}|{person} + {deal} + {request} & !{asking} & !{fiction} & !become|werden|apply|bewerb*',
    'sachbearbeiter*|ansprechpartner*|kundenbetreuer*|representative|operator|supervisor|vorgesetzte* & {want}|{i}|bitte|please',
  ],
};
