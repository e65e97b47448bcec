import type { ReasonRules } from './pattern.ts';

/** A sanction against the person who writes (or a friend), with a reason to look at it again. */
export const BAN: ReasonRules = {
  reason: 'ban',
  vocabulary: {
    banned: [
      'banned|banend|bannned|muted|kicked|suspended|blocked|blacklisted|timed_out|timeouted|permad|perma_banned|permabanned|perm_banned|permbanned|temp_banned|tempbanned|shadowbanned|shadow_banned|ip_banned|ipbanned|vac_banned|silenced|jailed|terminated|deplatformed|restricted|booted|sanctioned|penalized|penalised|chat_banned|disabled',
      'gebannt|gebant|gebanned|gemutet|gemuted|gemutted|stummgeschaltet|stumm_geschaltet|stumm_gemacht|stumm_gestellt|geschmissen|rausgeflogen|gekickt|gekicked|gekick|gesperrt|gespert|geblockt|blockiert|getimeoutet|rausgeworfen|rausgeschmissen|rausgekickt|permagebannt|gepermt|getimeouted|suspendiert|gepermabannt|verbannt|ausgeschlossen|eingeschränkt|verwarnt|bestraft',
    ],
    bannedstrong: [
      'punished|penalized|penalised|banned|banend|muted|suspended|blacklisted|permad|perma_banned|permabanned|permbanned|perm_banned|temp_banned|tempbanned|shadowbanned|shadow_banned|ip_banned|ipbanned|vac_banned|chat_banned|timeouted|silenced|terminated',
      'bestraft|gebannt|gebant|gebanned|gemutet|gemuted|stummgeschaltet|gesperrt|gespert|getimeoutet|permagebannt|gepermt|getimeouted|suspendiert|gepermabannt|verbannt|verwarnt|geblockt',
    ],
    ban: [
      'ban|bans|bann|banns|mute|mutes|kick|timeout|time_out|suspension|permaban|perma_ban|perma|permban|tempban|shadowban|ipban|ip_ban|chatban|chat_ban|blacklisting|warning|warn|warns|strike|strikes|punishment|restriction|infraction|penalty',
      'sperre|sperrung|sperren|accountsperre|accountsperrung|kontosperrung|kontosperre|stummschaltung|verwarnung|strafe|timeouts|permabann|permanentbann|verbannung|ausschluss|chatsperre|spielsperre|*sperre|*bann',
    ],
    unban: [
      'unban|unbanned|unbans|unmute|unmuted|unsuspend|unblock|unblocked|reinstated|reinstate|unbann|entbannt|entbannen|entbann|entbane|entbanne|entbannung|entsperrt|entsperren|entsperrung|entmuten|entmutet|entmute|entstummen|freischalten|enbannt|enbannen|entbanen',
    ],
    lift: [
      'lift|lifted|lifting|remove|removed|revoke|revoked|reverse|reversed|undo|undone|overturn|overturned|reconsider|reconsidered|review|reviewed|recheck|look_at|look_into|check|shorten|shortened|reduce|reduced|aufheben|aufgehoben|aufhebung|zurücknehmen|rückgängig|überprüfen|überprüft|prüfen|geprüft|prüft|anschauen|angeschaut|ansehen|verkürzen|verkürzt|löschen|weg_machen|wegmachen|nochmal_schauen|erlassen|zurückgenommen|entfernen',
    ],
    iwas: [
      'i_was|i_am|i_got|i_have_been|i_had_been|ive_been|i_been|i_just_got|i_still_am|i_keep_getting|we_were|we_got|we_are|been|gotten|got|keep_getting|getting|^was|^am|and_was|now_im|id_been|i_were|me_and_my',
      'ich_bin|ich_wurde|ich_wurd|bin_ich|wurde_ich|wurd_ich|ich_werd|ich_werde|werd_ich|wurden_wir|wir_wurden|^bin|und_bin|^wurde|^wurd|wurd_grad|wurde_grad*|und_wurde|und_wurd|bin_i|i_bin|jetzt_bin|ich_heute|ich_gestern|dass_ich|das_ich|weil_ich',
    ],
    now: [
      'now|still|perma|permanently|currently|being|getting|already|not|temporarily|ip|chat|just|hardware|hwid|completely',
    ],
    was: [
      'was|were|been|got|am|is|getting|being|gotten|have|has|had|im|ive|are|wurde|wurd|bin|worden|bins|wirst|wurden|war|ist|sind|wird|werd|werde|wer',
    ],
    got: [
      'got|gotten|get|received|receive|have|given|gave|getting|bekommen|bekam|gekriegt|kassiert|erhalten|bekomm|kriegt|hab|habe|kassier|eingefangen|gegeben|handed',
    ],
    innocent: [
      'didnt|dont|never|havent|nothing|not|nix|nichts|nicht|nie|net|ned_mehr|mi_ned|mich_ned|is_ned|komm_ned|kann_ned|hab_ned|kein*|innocent|unschuldig|wasnt|did_i_do|hab_ich_gemacht',
    ],
    deed: [
      'cheat*|hack|hacks|hacked|hacking|hacke|do|did|done|said|say|wrong|spam*|insult*|swear|break|broke|gemacht|getan|gesagt|geschrieben|beleidigt|verbrochen|falsch|anything|use|used|benutzt|gecheatet|gehackt|gespammt|verstossen|rule|rules|regel*|schuld|fault',
    ],
    doer: [
      'i_banned|i_muted|i_kicked|i_blocked|i_suspended|we_banned|we_muted|we_kicked|i_accidentally|jemanden|einen_spieler|einen_user|einen_nutzer|einen_freund|a_player|a_user|mic|mikro*|micro*|sound|audio|headset|i_have_banned|ive_banned|versehen_jemanden|versehentlich_jemanden|versehen_einen|versehentlich_einen',
    ],
    mate: [
      'friend|friends|brother|bro|sister|son|daughter|kid|wife|husband|alt|buddy|mate|cousin|freund|freundin|kumpel|bruder|schwester|sohn|tochter|kind|cousin|mitspieler|kollege|boyfriend|girlfriend|teammate',
    ],
  },
  always: [
    // Wants to be let back in
    'hebt|heb|heben|nehmt|nimm|nehmen|macht|mach .. {ban} .. auf|zurück|weg|rückgängig|raus|runter',
    'ich|i|we|wir|mein*|my .. {unban} werden|bekommen|get|be',
    '{unban} me|my|us|mich|uns|meinen|mein|pls|please|plz|bitte|request|appeal|anfrage|antrag|now',
    'please|pls|plz|bitte|want|need|wanna|get|gets|möchte|will|can_i_be|could_i_be|be|wann .. {unban} & !{howto}',
    'mich|uns|meinen|mich_bitte .. {unban}',
    'entbannungsantrag|entbannungsanfrage|entbannungsgesuch|entsperrungsantrag .. stellen|hiermit|von|für|bitte|mein*',
    'appeal|appealing|dispute|contest|fight|challenge .. my|this|the|a|against .. {ban} & {i}|my|this',
    'like|want|wanna|need|how_do_i|where_do_i|can_i|how_can_i|where_can_i to? submit|file|make|write|open|send? a|an|my? ban? appeal',
    'appeal .. my|{ban}|denied|rejected|ignored|declined',
    '{ban} appeal & {i}|my|please',
    '^{ban} appeal|einspruch|widerspruch',
    'my|our|mein|meine|meinen|meinem|meiner|mei|dieser|this .. {ban} & {unfair}|{lift}|{innocent}|{want}|expired|over|ended|abgelaufen|why|warum|reason|grund|appeal|einspruch|widerspruch|wegen|from|von|seit|gegen|unjustified|how_long|wie_lange|since & ~thanks|thx|danke|ty|thank',
    '{lift} .. my|mein|meine|meinen|the|den|die|this {ban}',
    '{ban} .. {lift} & ~thanks|thx|danke|ty|thank',
    'gegen .. {ban} .. einspruch|widerspruch|beschwerde',
    'einspruch|widerspruch|beschwerde|einwand .. gegen .. {ban}|bann',
    '{got} .. ban|bann|mute|timeout|time_out|perma|permaban|permabann|tempban|suspension|sperre|warn|warning|strike|shadowban|verwarnung|chatsperre|permanentbann|kick & {i}|{unfair}|for|wegen|obwohl|without',
    'second_chance|zweite_chance|noch_eine_chance|one_more_chance|another_chance & {ban}|{banned}|{unban}|sorry|leid|server',
    'entschuldige|entschuldigung|sorry|leid|apologize|apologise|bereue & {unban}|{bannedstrong}|{ban}',
    'second_chance|zweite_chance|noch_eine_chance|one_more_chance|another_chance|ne_chance|nochmal_eine_chance|letzte_chance|last_chance & {i}|mir|me|uns|us & !{fiction} & !{howto}',
    // Asks why, or says it is wrong
    '{bannedstrong} & missverständnis|misunderstanding|klärung|verwechslung|bitte_um|clarif*|clear_this_up|aufklärung',
    'missverständnis|misunderstanding|verwechslung .. {bannedstrong}',
    'why|warum|wieso cant|can_i_not|kann_ich|darf_ich|am_i_not .. talk|write|type|chat|schreiben|reden & {banned}|muted|mute|anymore|mehr|plötzlich|suddenly|chat|general',
    'banned|muted|suspended|kicked|gebannt|gemutet|gesperrt|gekickt .. wrong|falschen guy|person|one|account|player|dude|spieler',
    'falschen|wrong_guy|wrong_person|wrong_account|wrong_player .. {bannedstrong}',
    '{bannedstrong} .. .. falschen|wrong_guy|wrong_person|wrong_account|wrong_player|wasnt_me|not_me|war_ich_nicht',
    '{i}|me .. geschmissen|rausgeschmissen|gekickt|kicked|rausgeflogen|thrown_out & grund|reason|{unfair}|{staff}|gebannt|banned',
    'why|wieso|warum|weshalb|wofür|what_for .. am|was|did|have|got|is|are|i|we|were|me|ich|mich|mein|meine|bin|wurde|hat|habt .. {bannedstrong}|gekickt|kicked|timed_out|rausgeworfen|blockiert|blocked|gebannt & !{fiction} & ~where_can_i|wo_kann_ich|wo_sehe_ich',
    'why|warum|wieso|weshalb|wofür .. mute|ban|bann|kick|muten|bannen|mutet|bannt|kickt|sperrt .. me|mich|us|my|mir|unser*',
    'why|warum|wieso|weshalb|wofür .. my|me|mich|mein|meinen|ich|i .. {ban}',
    '{i}|was|got|wurde|bin|been .. kicked|gekickt|timed_out|rausgeworfen|rausgeschmissen|blockiert|geblockt|blocked|booted|stumm_geschaltet|eingeschränkt|restricted & {unfair}|{staff}|reason|grund|for|wegen|{innocent} {deed}',
    '{bannedstrong} & {innocent} .. {deed}|{innocent} & !{doer}',
    '{innocent} .. {deed} & {bannedstrong}|gekickt|kicked|{ban} & !{doer}',
    '{banned} .. {unfair} & !{doer}',
    '{unfair} .. {banned} & !{doer}',
    'unfair*|false|wrongful|unjust*|ungerecht*|falsche*|unberechtigte*|grundloser .. {ban}|{bannedstrong}',
    '{ban}|{bannedstrong} .. unfair|unjustified|ungerecht*|mistake|irrtum|unberechtigt|fehler|versehen|undeserved|zu_unrecht|wrong|false & !{doer}',
    '{account} .. {was}? banned|suspended|gesperrt|gebannt & {i}|{unfair}|warum|why',
    // In everyday words
    'can|could|would|könnt|könntet|will|bitte|please you|u|ihr|guys|yall? .. lift|aufheben|hebt it|this|das|es & i|ich|my|mein* & changed|learned|sorry|year|years|months|jahr|jahre|monate|geändert|gelernt|leid|chance & !{fiction}',
    '{staff}|you|u|they|he|she|somebody|someone .. timed|threw|throws|kicked|booted|chucked|tossed|locked|removed me|us .. out & !{account}|{fiction}',
    'timed|threw|booted|chucked|tossed me|us out .. of|from .. server|discord|chat|group|guild|clan|community & ~{fiction}',
    'wurde|wurd|wurden einfach|grundlos|plötzlich|grad|gerade|gestern|heute|jetzt? rausgeworfen|rausgeschmissen|rausgekickt|rausgehauen|rausgeschmissn|ausgeschlossen & !{fiction}',
    '{staff} .. ausse*|aussi*|usse*|use|raus|naus|nausgschmissn|rausgschmissen|aussegschmissn|ghaut|gschmissn|gschmissen|gworfe|gworfen|gheit|khaut & mi|mich|mir|i|uns & !{fiction}',
    '{staff} .. mi|mich|uns .. ausse*|aussi*|usse*|naus*|ghaut|gschmissn|gschmissen|gworfe|gheit & !{fiction}',
    'let|lets|lasst|lass|lassts|nehmt me|us|mich|uns|mi bitte|doch|please|pls? back|wieder in|on|rein|eini|join|zurück|auf? & !{account} & !{fiction}',
    'get|getting|come|join .. back_in|back_on .. since|after .. {staff} & !{fiction}',
    // Friends and accounts
    'my|mein|meine|meinen|meiner .. {mate} .. {was} .. {banned} & !{hypothetical}',
    'my|mein|meine|unser .. {account}|ip|discord|team|clan|guild|gilde .. {was} .. {bannedstrong}|disabled|deaktiviert|blockiert|blocked',
    'my|mein|meine .. {account} .. {bannedstrong}|deaktiviert|disabled',
    // Says that it happened
    'did_i_get|did_i|was_i|am_i|have_i_been|bin_ich|wurde_ich .. {bannedstrong} & ~{hypothetical}',
    '{banned} me|us|my|mich|uns|mein|meinen|meine & ~if|whether|ob',
    '{banned} and|und|or|then {banned} me|us|my|mich|uns',
    '{iwas} .. {bannedstrong} & ~{hypothetical}|will|can|could|mic|mikro*|sound|audio|headset',
    'ich|we|wir .. {bannedstrong} worden',
    'mir|uns|meinem|unserem .. wurde|wurden|wird|ist|hat|habt .. untersagt|verwehrt|aberkannt|entzogen|verboten|weggenommen|abgenommen|verweigert & !{fiction}',
    'not_allowed|forbidden|prohibited|no_longer_allowed .. to .. post|write|comment|talk|chat|join|enter|rejoin & {i}|me|my & ~{general} & !{fiction}',
    '{ban} .. says|said|reason|steht|grund|heisst|lautet .. but|aber|dabei|though|obwohl|never|nie & {i}',
    '{bannedstrong}|{ban} .. but|aber|dabei|though|obwohl .. i|ich|we|wir|im|hab|habe|bin & !{doer} & ~{hypothetical}|man|you_get|people|never|noch_nie',
    'bin|wurde|war|sind|wurden .. stumm & ~mikro*|ton|sound|video|wenn|falls',
    'im|ive|we_are {now}? {now}? {bannedstrong}',
    'says|said|shows|steht|stand|zeigt|heisst|message|meldung .. {bannedstrong}',
    'says|said|shows|steht|zeigt|heisst|message|meldung|email|mail .. have_been|has_been|been|wurdest|wurden|sie_wurden|bist .. removed|excluded|kicked|expelled|entfernt|ausgeschlossen|gekickt',
    'darf|kann|can|cant .. nicht|nimmer|net|no_longer|not|type|write .. schreiben|reden|type|talk|write|chat .. stumm*|mute*|muted|gemutet',
    '{iwas}|habt_ihr|you|ihr .. mich .. stumm',
    'my|mein|meine|meinen|meinem|meiner {ban} & ~thanks|thx|thank|danke',
    '^{bannedstrong} .. für|zu|for|wegen|since|seit|because|weil|from|without|ohne|and|und|by|von|again|but|aber|after|nach|obwohl|for|trotz',
    'ban|bann|mute|timeout|perma|permaban|permabann|tempban|suspension|sperre|verwarnung|chatsperre .. bekommen|kassiert|gekriegt|erhalten|eingefangen|bekam',
    'got|getting permad|perma|permd|permed|perm_banned',
    'mich|mir|uns .. {banned}',
    '{someone}|{staff}|you|u|ihr|habt|hat .. banned|muted|kicked|suspended|gebannt|gemutet|gekickt|gesperrt .. me|us|mich|my|meinen|meine',
    'kicked|gekickt|rausgeworfen|rausgeschmissen .. for_no|ohne_grund|grundlos|without|by .. {staff}|reason|warning',
    '{i} .. was|got|been timed_out|silenced|blacklisted|blocked & ~connection|server|request',
  ],
  unlessHypothetical: [
    // Says that it happened
    'banned|gebannt|muted|gemutet|gesperrt|suspended .. permanently|permanent|forever|für_immer|dauerhaft|# .. days|tage|hours|stunden|wochen|weeks & {i}',
  ],
  unlessGeneral: [
    // Wants to be let back in
    'entschuldige|entschuldigung|sorry|leid|apologize|apologise|bereue & wieder|back|zurück|again & server|discord|join|spielen|play|community',
    'ban|bann|bans|mute|timeout|sperre|sperrung|suspension|permaban|permabann|tempban|chatsperre|accountsperre|verwarnung|strike + {adverse}|{lift}|nehmt|nehmts|nimm|weg|raus & !thanks|thx|danke|mic|sound|button|command|befehl|bot|plugin',
    'evidence|proof|beweis*|video|clip|replay|logs + {ban}|{banned}|appeal|{unban}',
    'appeal + {my}|i|denied|rejected|abgelehnt|waiting|still|submitted|no_answer',
    '{unban}',
    // Asks why, or says it is wrong
    'bannlänge|banndauer|bangrund|banngrund|ban_length|ban_duration|ban_reason + {adverse}|{unfair}|witz|joke|übertrieben|harsh|stimmt|my|mein*',
    'ban_evasion|bannumgehung|ban_evading & {i}|never|nie',
    '{ban} .. {unfair}|harsh|übertrieben|krass|too_long|zu_lang|zu_hart|over_nothing',
    '{bannedstrong} + {i}|{adverse}|{unfair} & !{doer}|word|words|wörter|items|item',
    'wurde|wurd|was|got|were .. {bannedstrong} & {i}|{unfair}|{staff}|{account}',
    'banned|muted|permad|permabanned|tempbanned|shadowbanned|gebannt|gebant|gemutet|gemuted|getimeoutet|stummgeschaltet|permagebannt & {i}|me|{staff}|{unfair}|says|steht|shows|server|discord|cheat*|hack*|toxic*|nix|nothing|klasse|toll|super & !{doer}',
    '{bannedstrong}|kicked|gekickt|blocked|blockiert & {unfair}|{staff} & !{doer}',
    'geworfen|thrown|removed .. out|raus|getimeoutet|from_the_server|vom_server & {staff}|{unfair}|mich|me',
    'anticheat|anti_cheat|vac|eac .. flagged|banned|detected|false*|wrongly|erkannt|fälschlich*|gebannt',
    'flagged|detected|geflaggt .. {unfair}|by_anticheat',
    'false_positive|false_ban|fehlbann & {ban}|{banned}|anticheat|{i}',
    'ban|mute|timeout|kick|bann|sperre|suspension .. unfair*|was|is|war|ist .. {unfair}',
    'abuse|abusing|missbrauch*|power_abuse|machtmissbrauch & {staff}',
    // Friends and accounts
    '{account}|discord|ip|i|ich|me|mich .. {bannedstrong}|kicked|gekickt|blocked|blockiert & {my}|ich|i|dont_know|keine_ahnung & !{doer}',
    '{mate} .. {bannedstrong}|kicked|gekickt & {i}|{my}',
    // Says that it happened
    '# .. days|day|hours|tage|tag|stunden|wochen|weeks|monate|months .. ban|bann|sperre|mute|timeout|suspension|suspended|gebannt|gesperrt',
    'ban|bann|sperre|mute|timeout|suspension|permaban .. für|for|wegen|over|because|weil .. ein*|a|one|no|nothing|nix|nichts|was|joke|witz|wort|word',
    '{staff} .. mich|me|us|uns .. geworfen|raus|entfernt|removed|throw|threw',
    '{bannedstrong} .. for|wegen|weil|because|by .. cheat*|hack*|spam*|no|nothing|nix|nichts|admin|mod|reason',
  ],
};
