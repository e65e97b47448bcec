import type { ReasonRules } from '../pattern.ts';

/** The person has lost their account, or somebody else has it. */
export const ACCOUNT: ReasonRules = {
  reason: 'account',
  vocabulary: {
    was: ['was|were|been|got|is|has_been|being|wurde|worden|ist'],
    hacked: [
      'hacked|hackd|hax|haxed|hijacked|compromised|stolen|stole|steal|taken_over|took_over|taken|breached|phished|pwned|gehackt|gehackd|gehacked|yoinked|geyoinkt|jacked|snatched|nabbed|geklaut|gestohlen|übernommen|gekapert|geknackt|gephisht|gephished|ausgeraubt|leergeräumt|gehijackt|kompromittiert|missbraucht',
    ],
    password: [
      'password|pw|pass|passwd|passwort|kennwort|passwörter|email|e_mail|mail|mailadresse|email_adresse|emailadresse|login|details|logindaten|zugangsdaten|nummer|recovery_email',
    ],
    changed: [
      'changed|change|reset|geändert|ändert|geaendert|getauscht|umgestellt|ausgetauscht|swapped|replaced|gewechselt|resetted',
    ],
    factor: [
      '2fa|mfa|authenticator|two_factor|twofactor|two_step|2_factor|otp|totp|backup_codes|backup_code|backupcodes|backupcode|recovery_codes|recovery_code|security_key|zwei_faktor|zweifaktor|2_faktor|zwei_faktor_*|authentifizierung*|authenticator_app|auth_app|sicherheitscode*|wiederherstellungscode*|bestätigungscode|verification_code|security_code|yubikey',
    ],
    lost: [
      'lost|lose|loose|losing|gone|broken|broke|stolen|reset|wiped|new_phone|deleted|dead|missing|dont_have|no_longer|no_access|cant_access|without|weg|verloren|kaputt|geklaut|neues_handy|gelöscht|zurückgesetzt|kein_zugriff|keinen_zugriff|nicht_mehr|nimmer|futsch|hinüber|gestohlen|defekt|wechsel|gewechselt|switched|formatted|smashed|cracked|doesnt_work|not_working|invalid|ungültig|falsch',
    ],
    enter: [
      'log_in|login|log_into|log_on|logon|sign_in|signin|sign_into|get_in|get_into|get_back|access|enter|einloggen|anmelden|reinkommen|rein|zugreifen|einlogen|reinloggen|logge|zugriff|zugang|drauf',
    ],
    cant: [
      'cant|cannot|can_not|couldnt|unable|cnt|can_t|not_able|no_longer|wont_let|doesnt_let|kann_nicht|kann_mich_nicht|kann_net|komm_nicht|komme_nicht|komm_net|kann_nimmer|lässt_mich_nicht|kann_mi_ned|not_allowed|impossible|never|nicht|net|ned_mehr|mi_ned|mich_ned|is_ned|komm_ned|kann_ned|hab_ned|unmöglich|kein|keinen',
    ],
    device: [
      'country|russia|china|device|location|ip|city|land|gerät|standort|ort|logins|login|anmeldung|anmeldungen|session|sitzung|place',
    ],
    logincode: [
      'login_code|login_codes|logincode|anmeldelink|anmelde_link|anmeldemail|loginmail|login_mail|login_email|sign_in_link|signin_link|verification_code|verification_codes|confirmation_code|digit_code|security_code|sign_in_code|2fa_code|2fa_codes|otp|one_time_code|email_code|sms_code|anmeldecode|anmelde_code|bestätigungscode*|verifizierungscode|sicherheitscode*|einmalcode|zugangscode|smscode|mailcode|magic_link|loginlink|login_link|code_aufs_handy|code_per_sms|code_per_mail',
    ],
    notyet: [
      'never|not|nothing|doesnt|dont|wont|isnt|hasnt|didnt|havent|nie|nicht|nid|ned|net|nix|nimmer|kein*|still_no|einfach_nicht',
    ],
    arrive: [
      'comes|come|came|arrives|arrive|arrived|shows|show|appears|appear|sent|received|receive|reaches|through|kommt|kommen|ankommt|angekommen|an|da|gekommen|bekommen|erhalten|zugestellt|mehr',
    ],
    bought: [
      'gift|gutschein*|voucher|rank|rang|coupon|promo|redeem|paid|bought|shop|game_key|nitro|bezahlt|gekauft|creator',
    ],
    strange: [
      'unknown|suspicious|strange|weird|foreign|different|another|other|wasnt_me|not_me|dont_recognize|unrecognized|fremde*|fremden|unbekannt*|verdächtig*|komische*|anderem|anderen|war_ich_nicht|nicht_ich|nicht_von_mir|russland',
    ],
    vanished: [
      'gone|vanished|disappeared|deleted|missing|wiped|lost|empty|doesnt_exist|does_not_exist|no_longer_exists|not_found|weg|verschwunden|gelöscht|futsch|leer|existiert_nicht|gibts_nicht|nicht_gefunden|nicht_mehr_da|nicht_mehr_auffindbar|nicht_mehr|zurückgesetzt',
    ],
  },
  always: [
    // A code that never comes
    '{logincode} .. {notyet} .. {arrive} & !{bought}',
    '{logincode} .. {notyet} $ & !{bought}',
    'kein*|no|never|nie|not|nix|dont|doesnt|nicht .. sms|mail|email|text|nachricht|code|message .. code|codes|{logincode} & {logincode}|anmeld*|einlogg*|login|log_in|sign_in|bestätig*|verif*|sms|text & kommt|kommen|bekomm*|krieg*|get|getting|receive|erhalte|arrive*|comes|da & !{bought} & !{asking}',
    'sms|code|mail|email .. {logincode} .. kommt|kommen|comes|came|arrives|ist|is|da {notyet} & !{bought}',
    'sms|code|codes .. kommt|kommen|comes|arrives|arrived .. never|nie|nicht|nid|ned & !{bought} & !{asking}',
    'code|codes .. {notyet} .. {arrive}|arriving|coming|delivered & log_in|login|sign_in|signing|einloggen|anmelden|email|mail|sms|inbox|postfach|phone|handy|authenticator & !{bought}',
    'no|kein|keinen|keine code|codes|sms .. inbox|email|mail|postfach|phone|handy & !{bought}',
    'kein|keine|keinen|no sms|code|mail|email .. {logincode}|code .. da|here|bekommen|angekommen|coming|comes|received|through|spam & !{bought}',
    '{notyet}|dont|no|keine|keinen|kriege|bekomme|krieg .. getting|receive|receiving|get|got|erhalte|bekomme|kriege|keinen|keine|no .. {logincode} & !{bought} & !{asking}',
    'waiting|warte|wait .. for|auf .. {logincode} & nothing|nix|nichts|nie|never|still|hour*|stunde*|minute*|since|seit & !{bought}',
    // Second factor and mail lost
    'mail|email|link|code|sms|nachricht .. zurücksetzen|reset|recovery|bestätigen|verify .. nicht|nie|never|not|doesnt',
    '{cant} .. log_in|login|sign_in|einloggen|anmelden & credentials|wrong|falsch|zugangsdaten|password|passwort|reset|code|codes|2fa|locked',
    '{cant} .. generate|get|receive|bekomme|kriege|anzeigen .. {factor}|code|codes|token & phone|handy|login|{account}|2fa|authenticator',
    '{factor} .. remove|reset|disable|deactivate|zurücksetzen|entfernen|deaktivieren|abschalten .. my|mein*|please|bitte|from|von',
    '{want}|manual|manually|could_you|could_someone|könnt|könntet .. remove|reset|disable|deactivate|turn_off|zurücksetzen|entfernen|deaktivieren|removal .. {factor}',
    'email|mail|mailadresse|e_mail_adresse|emailadresse|e_mail .. gibts|gibt_es|existiert|exists|exist nicht|no|net|nimmer .. mehr?',
    'passwort|password vergessen|forgotten|forgot|lost & email|mail|mailadresse|e_mail|handy|nummer|phone & nicht_mehr|no_longer|dont_have|gibts_nicht|kein_zugriff|no_access|cant_access|keinen_zugriff|weg|alte',
    'hacked|stole|hijacked|stolen|took_over|has_taken_over|phished|stealing|hacking .. my|our|into .. {account}|discord|steam|email|pw|profile',
    '{i}|mail .. didnt|not|never|nicht|nie .. {changed}|request|angefordert|requested .. {password}|it|selbst & {account}|{password}|login|someone|jemand',
    'ausgesperrt & {account}|{i}|login|{factor}',
    '{cant} .. {enter} .. anymore|any_more|mehr|mit_meinem|with_my|even_though|obwohl|trotz|password|passwort|email|code',
    'kein|keinen|keine|no|lost|verloren|losing zugriff|zugang|access .. mehr|to|auf|zu|zum|an .. my|meine*|mein|{account}|email|mail|meinen|meiner|konto|phone',
    'reset|zurücksetzen|recovery|bestätigungs*|verification|confirmation|passwort|resetmail|bestätigungsmail|code|verifizierungs* .. mail|email|mails|link|code|bestätigungsmail|e_mail|nachricht .. never|not|doesnt|isnt|wont|kommt|nie|keine|nicht|didnt|goes_to|geht_an .. comes|come|arrives|arrive|arriving|coming|nicht|nie|an|kommt|received|receive|bekommen|alte|old|sent',
    'bestätigungsmail|resetmail|reset_mail|reset_email|reset_link .. .. nicht|nie|never|not|doesnt|keine|alte|old|wrong|falsche',
    '{not} .. getting|get|receive|receiving|got|bekomme|erhalte|krieg|kriege|bekomm .. reset|recovery|verification|bestätigungs*|resetmail|passwort|confirmation|verifizierungs* .. mail|email|link|code',
    'dont|no_longer|cant|lost|not|nicht_mehr|kein*|nimmer|verloren|existiert_nicht|gibt_es_nicht .. have|access|zugriff|zugang|mehr|my|use|exist* .. to|auf|zu|that|the|meine*|my|die|der .. old|alte*|registered|hinterlegte*|linked|angegebene*|mail|email|e_mail|phone_number',
    '{my}|alte|old|die|registered|linked .. email|mail|mailadresse|e_mail|email_adresse|emailadresse|adresse|phone_number|handynummer .. existiert|gibt|gone|exist*|weg|verloren|lost|deleted|gelöscht|no_longer .. nicht|not|mehr|longer & {account}|{enter}|code|login|reset|passwort|password|einloggen',
    '{factor} .. .. {lost} & !set_up & !einrichten',
    '{lost} .. .. {factor} & !{hypothetical}',
    'lost|stolen|broken|broke|new|verloren|kaputt|neues|geklaut .. phone|handy|device|smartphone & {factor}|{enter}|login|{account}',
    'phone|handy|device|smartphone .. lost|stolen|broken|broke|died|verloren|kaputt|geklaut|gestohlen|weg|hinüber|tot & {factor}|{enter}|{account}|login',
    // Someone else has it
    '^hacked|^gehackt|^hackd|^gephisht|^phished|^stolen',
    'wurde|wurd|bin|worden .. {hacked} & ~{hypothetical}',
    'control|kontrolle|access|zugriff|owns|besitzt|inside .. of|over|über|to|auf|in my|mein|meinen|meine .. {account} & {someone}|hacker',
    '{someone} .. control|access|zugriff|kontrolle .. {account}',
    '{hacked} .. {my} .. {password}|zugangsdaten',
    '{my}|{someone} .. {password}|zugangsdaten|daten .. {hacked} & {i}|{someone}|{account}',
    'login|logged|sign_in|anmeldung|login_versuch|login_attempt .. from|aus|in|von & not_me|wasnt_me|war_ich_nicht|nicht_ich|never_been|didnt|not_from_me',
    'not_me|wasnt_me|that_was_not_me|war_ich_nicht|bin_ich_nicht|war_nicht_ich|not_mine & login|{account}|logged|{password}|{device}|anmeldung',
    '{account} .. {password} .. gibts_nicht|existiert|nicht_mehr|no_longer',
    '{account} .. {was}? .. {hacked} & ~{hypothetical}|someone_elses|{fiction} & !{fiction} & !protect & !prevent & !avoid',
    '{i} .. was|been|got|getting|am|wurde|worden|bin|wurd hacked|gehackt|hackd|gehackd|phished|compromised|hijacked|pwned & ~if|wenn|falls & !{fiction}',
    'wurde|wurd|bin|got|been|get .. gehackt|hacked|gehackd|phished|hijacked & ~if|wenn|falls|will|can|could & !{fiction}',
    'hat|haben .. mein|meine|meinen .. {account}|discord|steam .. {hacked}',
    '{someone} .. {changed} .. my|mein* .. {password}',
    '{someone} .. hat|haben .. mein*|die|das .. {password} .. {changed}',
    '{password} .. was|were|got|been|wurde|wurden|has_been .. {changed} .. without|ohne|by|von|not|nicht|and|und|but|aber|from|overnight|nachts',
    'my|mein|meine .. {password} .. was|were|got|been|wurde|wurden|has_been|hat_sich .. {changed}',
    '{someone}|hacker|fremder .. logged|logs|signed|loggt|eingeloggt|angemeldet|access|zugriff|zugang|in_my_account|in_meinem|is_in|using|benutzt|nutzt .. .. {account}|{changed}|{device}|eingeloggt|in',
    '{someone} .. in|on|using|auf|hat_zugriff .. my|mein|meinem|meinen|auf_meinen .. {account}',
    '{strange} .. {device} & logged|login|logins|log|signed|eingeloggt|anmeldung|angemeldet|session|sitzung',
    'login|logged|logins|anmeldung*|signed .. {strange}',
    'get|recover|restore|recovering|getting|back|wiederherstellen|wiederbekommen|zurückbekommen|zurückholen|wiederhaben|zurück .. my|mein|meinen .. {account} & {hacked}|{lost}|back|zurück|please|bitte|help|hilfe',
    '{i} .. fell_for|clicked|reingefallen|geklickt .. phishing|fake_link|scam_link|fake_login|phishing_link',
    // Gone
    'my|mein|meine|our .. {account} .. .. {vanished} & ~{hypothetical}|will|wird|werden',
    'mein|my|meine spielstand|save|savegame|progress|fortschritt|savefile|spielfortschritt|stats .. {vanished}',
    '{account} .. {vanished} .. alles|everything|years|jahre|all',
    '{account} .. is|ist|was|wurde|has|einfach|plötzlich .. gone|vanished|disappeared|deleted|weg|verschwunden|gelöscht|futsch',
    'mein|meinen .. {account} .. zurück|wieder|wiederherstellen|zurückhaben|wiederhaben',
    // Locked out
    'wont_let|doesnt_let|not_letting|lässt|lassen .. me|us|mich|uns .. in|into|rein|log_in|login|einloggen|on & {account}|password|login|einloggen',
    '{cant} log_in|login|sign_in|einloggen|anmelden ,|and|since|seit|$|it|anymore|says|because|weil|help|hilfe',
    '{i}|been|got|am|im|was|bin|ausgesperrt|wurde .. locked out',
    'locked out of|from my|the|our|because|since',
    'locked_me|lock_me|locked_us .. out',
    'my|mein|meine|our .. {account} .. locked|frozen|lockd|eingefroren|verriegelt|gelockt',
    '{cant} .. {enter} .. .. {account}',
    '{account} .. .. {cant} .. {enter}|rein',
    'komm|komme|kommt|kommen .. nicht|net|ned_mehr|mi_ned|mich_ned|is_ned|komm_ned|kann_ned|hab_ned|nimmer|nicht_mehr .. in|auf|an .. {account}',
    'komm|komme .. in|auf|an .. {account} .. nicht|net|ned_mehr|mi_ned|mich_ned|is_ned|komm_ned|kann_ned|hab_ned|nimmer|rein',
    'kann|konnte .. mich .. nicht|net|nimmer|ned_mehr|mi_ned|mich_ned|is_ned|komm_ned|kann_ned|hab_ned .. einloggen|anmelden|einlogen',
    'kann|konnte .. nicht|net|nimmer mehr? einloggen|anmelden|einlogen',
    'login|anmeldung|einloggen|anmelden|sign_in .. unmöglich|geht_nicht|nicht_möglich|klappt_nicht|funktioniert_nicht|geht_net|geht_nimmer|impossible|broken|fails|schlägt_fehl|not_possible',
    '{account} .. is|says|ist|heisst .. doesnt_exist|not_found|existiert_nicht|nicht_gefunden',
  ],
  unlessHypothetical: [
    // Second factor and mail lost
    '{cant} .. remember|erinner* .. .. password|email|login|passwort & {cant}|email|mail',
    // Someone else has it
    '{my} .. {account} .. {hacked}',
  ],
  unlessGeneral: [
    // Second factor and mail lost
    'alte|alten|altes|old|neues|new .. handy|phone|nummer|number|mail|email & {factor}|code|codes|anmeldung|login|bestätigung*|verification|passwort|password & {lost}|fehlt|verkauft|sold|weg|missing|nicht|not|dont|gibts',
    '{cant} + password|passwort|email|mail + {account}|{enter}|ans|an_mein',
    '{account} + {adverse} + email|mail|passwort|password|handy|phone',
    'email|mail .. is|ist|vom .. tot|dead|gelöscht|deleted|closed|weg|gone',
    '{factor} + {adverse}|neue*|neuem|new|switched|{cant}|keine_codes|no_codes',
    '{factor} & {lost}',
    '{lost} & {factor}|{account} .. phone|handy|device|email|mail|zugriff|access',
    '{cant} .. .. {enter} & {account}|{factor}|password|passwort|email|mail|code',
    '{cant} .. {enter} & {account}|password|passwort|2fa|code',
    // Someone else has it
    'hacked|gehackt|hackd|hijacked|phished|gephisht|gekapert + me|mich|mir|my|mein|meinen|uns|us',
    '{account} + {someone} .. playing|using|spielt|benutzt|drauf|nutzt + {my}|i|ich|without|ohne',
    '{account}|zugangsdaten|logindaten|passwort|password + {hacked}|missbraucht|abused',
    '{account} + {someone} + {adverse}',
    '{password} .. geht_nicht|doesnt_work|not_working|stimmt_nicht|falsch|wrong|incorrect|funktioniert_nicht .. mehr|anymore|obwohl|although|even_though|plötzlich|suddenly|and|und',
    '{password} .. ne_andere|different|changed|geändert|jetzt_anders|not_mine & ~hab|habe|ich|i|ive',
    '{account} & {hacked}',
    '{someone} .. {account} & {hacked}|{changed}|{strange}',
    'hacked|gehackt|stolen|gestohlen|geklaut|compromised {account}',
    '{account} .. {hacked}',
    // Gone
    '{account} recovery|wiederherstellung',
    'mein*|my .. {account}|profil|profile + empty|leer|wiped|gone|weg|reset|zurückgesetzt|zerstört|everything|alles|0',
    '{account} .. .. {vanished} & {i}|alles|everything|all',
    '{account} recovery|wiederherstellung & please|bitte|help|need|brauche|hilfe',
    '{account} {vanished}',
    // Locked out
    'password|passwort|login|zugangsdaten + {adverse} + {account}|{enter}',
    '{account} + {adverse} + {enter}',
    'owner|admin|inhaber + left|verlassen|gone|weg|died|gestorben + {account}|workspace|locked|access|zugriff|org*',
    'locked_out|ausgesperrt',
    '{account} & {cant} .. {enter}|in|rein',
  ],
};
