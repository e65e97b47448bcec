import { LEGAL } from './legal.ts';
import type { ReasonRules } from './pattern.ts';
import { PAYMENT } from './payment.ts';

/** Contracts, authorities, own work and money, in any wording; see complaints.ts. */
export const LEGAL_CLAIMS: ReasonRules = {
  reason: 'legal',
  vocabulary: {
    ...LEGAL.vocabulary,
    contract: [
      'data_processing_agreement|data_processing_addendum|processing_agreement|dpa|dpas|av_vertrag|avv|avvertrag|ad_vertrag|auftragsverarbeitung*|auftragsdatenverarbeitung*|adv_vertrag|tom|toms|subprocessor*|unterauftrag*|nda|verschwiegenheitserklärung|geheimhaltungsvereinbarung|baa|scc|standardvertragsklauseln|data_protection_officer|datenschutzbeauftragte*|dpo',
    ],
    officer: [
      'police|polizei|court|gericht|subpoena|warrant|prosecutor|staatsanwalt*|ermittl*|investigation|investigator|gerichtsbeschluss|court_order|aktenzeichen|case_number|anzeige|strafanzeige|insolvenz*|notar|notary|jugendamt|behörde|authority|authorities|lka|bka|data_protection_authority|verbraucherzentrale|verbraucherschutz|ombudsman|trading_standards|datenschutzbehörde|bbb',
    ],
    illegal: [
      'illegal|unlawful|against_the_law|rechtswidrig|gesetzwidrig|strafbar|criminal|verstoss|verstösst|violation|violates|breach|breaches|rechtlich|unzulässig|sittenwidrig|liable|haftbar|haften|schadensersatz|schadenersatz|compensation|damages|schmerzensgeld|fraud|urheberrechtlich|copyright',
    ],
    likeness: [
      'photo|photos|picture|pictures|image|video|foto|fotos|bild|bilder|aufnahme*|gesicht|face|name|namen|stimme|voice',
    ],
    shown: [
      'website|webseite|homepage|page|seite|newsletter|flyer|instagram|facebook|ad|ads|werbung|social_media|plakat|trailer|gallery|galerie|startseite|front_page|shop|youtube|video|thumbnail|poster|online|store|merch|stream|banner',
    ],
    unasked: [
      'without|ohne|never|nie|nicht|didnt|not|no_permission|remove|removed|entfernen|entfernt|runter|runternehmen|take_down|take_it_down|down|löschen|löscht|gelöscht|consent|einwilligung|zustimmung|zugestimmt|agreed|permission|erlaubnis|ungefragt|rechte|rights|stolen|geklaut|delete|weg',
    ],
    stolenwork: [
      'copied|copy|stole|stolen|ripped|reupload*|sold|selling|sells|selling|resell*|using|used|uses|traced|plagiar*|kopiert|geklaut|verkauft|verkauf*|benutzt|verwendet|nutzt|nachgebaut|abgekupfert|hochgeladen|uploaded',
    ],
    author: [
      'my_own|i_made|i_drew|i_built|i_designed|i_composed|i_wrote|i_painted|i_created|my_work|my_art|my_design|my_map|my_build|my_music|my_photo*|my_texture*|my_logo|selbst_gemacht|selbst_gezeichnet|von_mir|meine_arbeit|mein_werk|meine_map|mein_design|mein_logo|meine_musik|mein_foto|meine_fotos|meine_bilder|mein_bild|meine_textur*|mein_plugin|meine_grafik*|gehört_mir|belongs_to_me|is_mine|are_mine|ist_meins|our_logo|our_trademark|unser_logo|unsere_marke|our_brand|our_photo*|our_music|our_font|unsere_fotos|unsere_bilder|urheber*|rechteinhaber*|copyright_holder|copyright',
    ],
    everything: [
      'everything|all_my_data|my_data|all_data|personal_data|all_info*|my_info*|my_messages|all_records|alle_daten|meine_daten|alle_meine_daten|meiner_daten|personenbezogen*|alles_über_mich|alles_von_mir|sämtliche_daten|my_personal|meine_persönlichen|account_and|konto_und|konto_samt|my_account_and|meine_nachrichten|meine_beiträge|nutzerdaten|chatlogs|chatverlauf|my_records|my_details|my_name',
    ],
  },
  always: [
    'you|u|ihr|sie|they|someone|company|firma|haben|habt .. sold|gave|shared|passed|leaked|disclosed|verkauft|weitergegeben|weitergeleitet|rausgegeben|herausgegeben|weiterverkauft .. my|meine|our|unsere|her|his .. email|mail|data|daten|nummer|number|address|adresse|details|info*|namen',
    'my|meine|unsere|mailadresse|email|daten|data .. sold|shared|weitergegeben|verkauft|weiterverkauft|leaked|geleakt|passed .. to|an|by|von|von_euch',
    'consent|zustimmung|einwilligung|einverstanden|zugestimmt .. you|ihr|sie|dass|das|to .. data|daten|having|habt|speicher*|verarbeit*|foto*|photo*|bild*',
    'dont|not|never|nie|nicht|nicht_mehr|kein* .. consent|consented|zustimmung|einwilligung|einverstanden|zugestimmt|zustimme|signed .. {data}|daten|data|photo*|foto*|bild*|veröffentlich*|having|website|instagram|release',
    'consent|zugestimmt|zustimmung|einwilligung|einverstanden|signed|unterschrieben|gefragt|asked + nie|nicht|never|not|dont|didnt|no|ohne & {likeness}|{data}|face|tochter|sohn|daughter|son & {my}|me|mich|i|ich & !{asking}',
    'child|daughter|son|kid|tochter|sohn|kind|underage|minderjährig*|im_#|bin_# & {data}|account|konto & remove|delete|lösch*|entfern*|consent|einwilligung & !{asking}',
    'polizei*|kripo*|kriminal*|staatsanwalt*|gericht*|landgericht|amtsgericht|ermittlungs*|behörde*|aktenzeichen|verfahren*|police|officer|detective|investigat*|court|subpoena & bestandsdaten|auskunft|nutzer*|user*|daten|data|records|logs|ip|identity|information|identität|herausgabe & {request}|we|wir|you|ihre*|euer|bitte & !{asking} & !{fiction} & !fraktion|faction|npc',
    '{work}|map|bau .. ich_gebaut|ich_gemacht|ich_gezeichnet|ich_erstellt|i_built|i_made|i_drew|i_wrote|i_recorded|i_composed|ich_komponiert|ich_geschrieben|ich_aufgenommen|von_mir|is_mine|its_mine & never|nie|not|nicht|without|ohne|runter|gone|weg|down|remove|verkauft|sell* & !{asking}',
    '{my} {work} & never|nie|nicht|didnt|without|ohne & gone|weg|runter|off|down|remove|entfern*|contribut*|erlaubt|allowed|agreed|gave|permission & !{asking}',
    '{delete}|forget|wipe|tilgt|vernichtet .. trace|traces|spur|spuren|everything|anything|alles|all|record|records .. of_me|about_me|on_me|von_mir|über_mich|zu_mir & !{asking}',
    '{stolenwork} .. from|von|aus .. my|mein*|our|unser* .. {work}|pack|server|shop|page|seite & !{asking} & !{fiction}',
    'take|get|nehmt|nimm|nehm|macht|tut .. my|meine*|mein|our|unser* .. face|gesicht|photo*|foto*|bild*|picture*|name*|video|daten|data|logo|musik|music|art .. off|down|raus|runter|weg|out',
    'datenpanne|datenleck|data_leak|data_breach|sicherheitslücke|vulnerability|security_hole|security_issue|leak & {i}|found|gefunden|entdeckt|see|sehen|kunden|customers & !{asking} & !gas',
    'see|sehe|seh|sehen|view|access|zeigt|shows|angezeigt|shown .. her|his|their|other|others|someone_elses|somebody_elses|stranger*|fremde*|fremder|anderen|anderer .. address*|adress*|order|orders|daten|data|invoice*|rechnung*|namen|names|emails|bestellung*|details|kunden|konto & {i}|man|you_can|can & !{asking} & !{fiction}',
    'see|sehe|seh|sehen|view|access|zeigt|shows|angezeigt .. address*|adress*|order|orders|daten|data|invoice*|rechnung*|namen|names|emails|bestellung* .. other|others|another|stranger*|fremde*|anderer|anderen & {i}|my|mein* & !{asking} & !{fiction}',
    'right|recht .. of|auf .. access|auskunft|erasure|löschung|rectification|berichtigung|portability|vergessen*|objection & {i}|my|mein|exercis*|ausüb*|gebrauch & !{asking}',
    'copy|kopie|abschrift .. every|all|alle|aller|sämtliche* .. record*|data|daten|information*|file* .. you|ihr|sie|about|über & !{asking}',
    'datenschutz*|data_protection|dpo .. gehe|geh|melde|wende|beschwer*|complain*|report & {i}|sonst|or|you|ihr|euch & !{asking}',
    'gehe|geh|melde|wende|beschwer*|complain*|report|sonst .. zum|zur|to|an .. datenschutz*|data_protection*|dpo|{officer} & {i} & !{asking} & !{fiction}',
    'represent*|vertrete*|im_writing_for|on_behalf_of|im_auftrag .. photographer|fotograf*|artist*|künstler*|client|author|autor*|company|firma|owner|studio|label|band|designer|composer|komponist*|urheber*|rights*',
    'licensing|license|lizenz|licence|lizenzgebühr* .. fee|fees|gebühr*|compensation|nachzahl*|schadens* & {i}|you|ihr|sie|my|us & !{asking}',
    'copy|kopie|export|auszug|übersicht .. of_my|meiner|of_all|über_mich|about_me .. gespeichert*|stored|personal|personenbezogen*|data|daten|information* & !{howto}',
    '{privacylaw} & {i}|you|your|ihr|against|gegen|verst* & !{asking} & !is|are|seid|sind|konform|compliant|where|wo',
    '{contract} & {request}|brauch*|benötig*|need|needs|require*|send|schick*|signed|unterschrieben*|unterzeichnet*|sign|unterschreib*|countersign*|fehlt|missing & !{asking}',
    '{officer} & {i} .. report*|anzeige|angezeigt|filed|erstattet|gemeldet|inform*|eingeschaltet|contacted|went|gegangen|turn*|weitergeleitet & !{fiction}',
    '{officer} .. request*|need|needs|braucht|verlangt|ordered|asks|asking|bittet|fordert|wants|will .. {data}|logs|chat|ip|records|protokoll* & !{fiction}',
    '{request} + {delete}|forget|anonymi* + {everything} & !{asking}',
    '{request}|give_me|hand_over + copy|kopie|export|auskunft|overview|übersicht|list|aufstellung|information + {everything}|gespeichert* & !{asking}',
    'frist|deadline|ultimatum .. anwalt|lawyer|gericht|court|klage|legal',
    '{stolenwork} + {author} & !{asking}',
    '{author} + {stolenwork} & !{asking}',
    '{my} .. {likeness} .. on|auf|in|im|for|für .. {shown} + {unasked} & !{asking}',
    '{likeness} .. of_me|of_my|of_our|von_mir|von_meine*|von_uns|meines|meiner & {unasked}|{shown} & !{asking}',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    '{illegal} + you|your|ihr|euer|eure|sie|this|das + {i}|{my}|me|mir & !{fiction}',
    'schadensersatz|schadenersatz|damages|compensation|schmerzensgeld + {i}|{my}|{request}|you|ihr & !{fiction}',
    '{officer} + {i}|{my} + you|your|euch|ihr|ihnen|sie|gegen|against & !{fiction}',
    'erben|erbe|estate|inheritance|nachlass|verstorben*|deceased + {account}|daten|data|{delete}|abo|subscription',
    '{everything} + {delete}|forgotten + {i}|{request}|bitte|please',
    'consent|einwilligung|zustimmung + withdraw*|revoke*|widerruf*|zurück*|entzieh* & {i}|{my}',
  ],
};

export const PAYMENT_CLAIMS: ReasonRules = {
  reason: 'payment',
  vocabulary: {
    ...PAYMENT.vocabulary,
    deal: [
      'real_money|i_pay|pay_for|paying|payout|payouts|earnings|payment|payments|paid|payed|payd|bought|purchased|purchase|ordered|my_order|our_order|the_order|an_order|this_order|order_#|charged|charge|charges|billed|invoice|invoiced|refund|refunded|subscription|membership|deposit|donation|donated|transaction|checkout|transfer|renewal|renewed|bucks|dollars|quid|gift_card|giftcard|voucher|coupon|discount|promo|credit_note|instalment|topup|top_up|preorder|preordered|shipment|delivery|parcel|package|tracking|seats|licence|license|licenses',
      'echtgeld|echtes_geld|echtem_geld|zahle|bezahle|auszahlung|preisgeld|mahngebühr*|rücklastschrift*|zahlung|zahlungen|bezahlt|bezalt|gezahlt|gekauft|kauf|einkauf|bestellt|bestellung|abgebucht|abbuchung|abbuchungen|eingezogen|belastet|berechnet|rechnung|*rechnung|rechnungen|rückerstattung|erstattung|erstattet|gutschrift|abo|*abo|mitgliedschaft|mitgliedsbeitrag|beitrag|anzahlung|spende|gespendet|überweisung|überwiesen|gebühr|gebühren|gutschein|rabatt|aktionscode|kaution|lastschrift|storno|stornierung|raten|paysafecard|probeabo|lieferung|paket|sendung|sendungsnummer|retoure|rücksendung|ticket_gekauft|eintrittskarte*|lizenzen|lizenz|plätze|mahngebühr*|verlängerung|kündigung|vorkasse|ware|*betrag|betrag',
    ],
    trouble: [
      '{adverse}|{twice}|{wrong}|{failed}|{unauthorised}|too_high|higher|instead|different|double|overdue|late|delayed|lost|refuses|refuse|declined|never|only|still|again|not|suddenly|without|anyway|unexpected*|more_than|disappeared|unanswered|scam|damaged|torn|defective|faulty|unusable|mismatch|waiting|wait|since|weeks|days|ago|supposed|promised|expired|rejected',
      'plötzlich|immer_noch|noch_immer|seit|trotz|trotzdem|obwohl|statt|zu_hoch|höher|doppelt|falsch*|nicht|nie|kein*|fehlt|fehlen|weg|versprochen|wochen|tagen|überfällig|verspätet|angeblich|ungefragt|ungewollt|unerwartet|abgelehnt|abgelaufen|beschädigt*|kaputt*|defekt*|warte|warten|ohne|erneut|schon_wieder|nochmal|weiterhin|nur|anders|zerbrochen|unbrauchbar|leider|hängt|bis_heute|abgebrochen|verloren|nirgends|nüscht|nimmer',
    ],
    mine: ['{i}|{my}|me|mir|mich|us|uns|our|unser*|wir|we|you|u|ihr|euch|eur*|sie|bei_euch|your|guys'],
    settle: [
      'fix|correct|corrected|reverse|reversed|undo|cancel|cancelled|canceled|refund|refunded|reissue|reissued|resend|resent|credit|credited|waive|waived|replace|replaced|exchange|exchanged|return|adjust|adjusted|reimburse|sort_out|sorted|stop|remove|removed|split|amend|amended|look_into|investigate|deduct|void|reduce|reship|clarify|explain_why|give_back|pay_back|send_back|take_back',
      'korrigieren|korrigiert|korrigierte|berichtigen|berichtigt|ändern|geändert|umschreiben|ausstellen|neu_ausstellen|stornieren|storniert|erstatten|erstattet|zurückzahlen|zurückbuchen|zurücküberweisen|rückgängig|gutschreiben|gutgeschrieben|umtauschen|ersetzen|ersatz|austauschen|nachliefern|nachsenden|erlassen|stoppen|klären|klärung|prüfen|prüft|nachsehen|nachschauen|anpassen|aufteilen|teilen|nachreichen|verrechnen|zurücknehmen|reduzieren|aufheben|freischalten|freischaltet|aktivieren|aktiviert|verlängern|zurückerstatten|überweisen|zurück|nachbuchen|beheben',
    ],
    bad: [
      'broken|damaged|wrong|empty|torn|scratched|faulty|defective|smashed|dead|cracked|missing|kaputt*|beschädigt*|falsch*|leer*|gerissen|zerkratzt|defekt*|zerbrochen|unvollständig*|incomplete|used|gebraucht|another|anderes|andere|anderen|different|hole|holes|crack|cracks|sprung|sprünge|chipped|abgebrochen|loch|löcher|riss|risse|fleck|flecken|stain|stains|stained|scratch|scratches|kratzer|dent|delle|dents|ripped|stinkt|smells|zu_klein|zu_gross|too_small|too_big|wrong_size|seam|naht|bent|verbogen|half|halb|eingedellt|nur_die_hälfte|only_half',
    ],
    came: [
      'arrived|came|arrive|comes|delivered|got|received|was_sent|sent|kam|angekommen|kamen|geliefert|bekommen|erhalten|gekommen|eingetroffen|geschickt|ausgepackt|opened',
    ],
    article: [
      'shoes|shoe|shirt|jacket|boots|hoodie|mug|keyboard|headset|phone|case|dress|pants|sweater|bottle|lamp|chair|desk|book|poster|mouse|monitor|ring|watch|bag|schuhe|jacke|hose|pulli|pullover|tasse|tastatur|kleid|stiefel|lampe|stuhl|tisch|buch|tasche|maus|uhr|kette|flasche|{goods}|shipment|sendung|delivery|content|inhalt|box|karton|trikot|jersey|set|size|grösse|farbe|color|colour|part|teil|teile|parts',
    ],
    returned: [
      'sent_it_back|sent_them_back|sent_back|send_it_back|returned|zurückgeschickt|zurückgesendet|retourniert|retoure|rücksendung|zurückgegeben|zurückgebracht|shipped_back|brought_back|sent_the_item_back|sent_da|posted_back|mailed_back|zurückgesandt|eingeschickt|umgetauscht',
    ],
    relative: [
      '{child}|mum|mom|dad|wife|husband|mutter|vater|oma|opa|sohnemann|kiddo|nephew|neffe|nichte|niece|enkel|boy|girl|junge|mädel',
    ],
  },
  always: [
    'never|not|didnt|hasnt|havent|nicht|nie|noch_nicht|nichts|nothing .. shipped|delivered|refunded|credited|verschickt|versendet|versandt|geliefert|gutgeschrieben|erstattet|zugestellt|freigeschaltet|posted_it & !{asking} & !{fiction} & !{fine}',
    'renewed|verlängert|extended|upgraded|prolonged|abgeschlossen .. my|mein*|unser*|our|the .. plan|abo*|membership|mitgliedschaft|subscription|vertrag|account|tarif & {adverse}|turned_off|ausgestellt|deaktiviert|disabled|{cancelled} & !{asking}',
    '# .. {paid}|spent|bought & {not}|{adverse} & !{asking} & !{fiction} & !{fine}',
    'nie|never|nichts|nix|didnt|nicht|nothing|havent .. bestellt|order|ordered|buy|bought|gekauft|signed_up|signd_up|sign_up|subscribed|subscribe|abonniert|abgeschlossen|authorised|authorized|registriert|registered|bestellung & # & !{asking} & !{fine}',
    '# .. from|von|frm|on|auf|vom .. my|mein*|me|mir|moms|mums|dads|card|karte|konto|account|statement & {not}|why|warum|what|was|wtf|wofür|unknown|unbekannt* & {charged}|card|karte|konto|statement|bank|account & !{fiction}',
    'took|take|takes|taken|nahm|genommen|gezogen|zog|withdrew|pulled .. # .. from|von|vom|out_of|off .. my|mein*|the|our|dem .. account|card|bank|paypal|konto|karte|balance',
    'meant|wanted|wollte|sollte|intended .. # .. and|und|aber|but|it|statt|instead .. #',
    'gutschein*|*gutschein|voucher*|*code|*codes|gift_card*|giftcard*|geschenkkarte*|guthabenkarte*|prepaid*|key|paysafe*|coupon* .. .. eingelöst|redeemed|used|benutzt|ungültig|invalid|expired|abgelaufen|funktioniert|doesnt_work|geht_nicht|not_accepted|nicht_akzeptiert|error|abgelehnt & {i}|my|mein*|never|nie|grad|just|but|aber|schon|already & !{asking} & !2fa & !login & !auth*',
    'key|code|spiel|game|lizenz|license|licence|gutschein*|voucher|card .. already|schon|bereits .. aktiviert|activated|benutzt|used|eingelöst|redeemed|verwendet|claimed|registriert|registered & {i}|{my}|{paid} & !{asking}',
    'guthaben|balance|wallet|credits|coins|credit .. 0|zero|null|leer|empty|still|immer|noch|nicht|not|weg|gone|same|unverändert & eingegeben|eingezahlt|entered|redeemed|aufgeladen|topped_up|loaded|paid|bezahlt|gekauft|{paid}|paysafe*|deposit* & !{asking} & !{fiction}',
    'sent|send|shipped|posted|brought|mailed .. back|bak & {not}|still|reminder*|since|weeks|days|ago|waiting|refund|credited|cancel* & {i} & !{asking} & !{fiction} & !{fine}',
    '{returned} & nothing|nix|nichts|not|nicht|never|nie|no|kein*|still|immer|noch|reminder*|mahn*|since|seit|weeks|wochen|tage|days|ago|warte|waiting|where|wo|refund|credited|geld|cancel* & !{asking} & !{fiction}',
    'klarna|paypal|stripe|sofort|afterpay|bank|{invoice}|inkasso|riverty|visa|mastercard .. keep*|still|keeps|schickt|schicken|says|sagt|sends|sending|zeigt|shows|will|wants|fordert|meldet .. reminder*|mahnung*|erinnerung*|unpaid|succeeded|success*|completed|paid|failed|offen|bezahlt|erfolgreich|abgelehnt|pending|geld|money|nothing|declined & !{asking} & !how',
    'site|shop|website|account|seite|system .. says|sagt|zeigt|shows|meint .. unpaid|offen|unbezahlt|not_paid|nicht_bezahlt|failed|pending|outstanding|open',
    'wo|where|wheres|wann|when .. bleibt|bleibn|is|ist|kommt|steckt .. mein*|my|die|das|the .. kohle|geld|money|cash|refund|auszahlung|payout|gutschrift',
    '{refund}|money|geld|kohle|delivery|lieferung|returns|rückgabe|paket|parcel|rank|rang & >bei_mir|>mine|>ich_warte|>im_waiting|>it_has_been|>it_has|>its_now|>been|>now_its|>still|>immer_noch|>noch_immer|>aber|>but|>nun|>jetzt|>ive_been_waiting|>i_have_been_waiting|>its_been|>i_sent|in_my_case|>meins|>meine|>es_sind|>schon|>well & {adverse}|#|weeks|wochen & !{fiction} & !{fine}',
    'accident*|mistake|versehentlich|versehen|verklickt|misclicked|falsch*|wrong|statt|instead .. .. genommen|gewählt|ausgewählt|picked|chose|chosen|selected|clicked|erwischt|gebucht|booked|took|got|bestellt|package|paket|plan|tarif|*paket|*abo & umbuchen|umbucht|umstellen|ändern|change|switch|swap|tauschen|back|zurück|rückgängig|könnt|can|bitte|please|undo & !{asking} & !{fiction}',
    'könnt|können|kann|can|could|bitte|please|würdet .. umbuchen|umbucht|rebook|stornieren|storniert|zurückbuchen|refund|rückgängig|gutschreiben & !{asking} & {i}|{deal}|das|es|it|this|that',
    '{relative} .. versehen|versehentlich|accident*|without|ohne|heimlich|secretly|unwissend .. kauf*|gekauft|buy|bought|bestell*|order*|abo*|subscri*|gedrückt|clicked & !{asking} & !{fiction}',
    'payout|auszahlung|earnings|preisgeld|prize|kaution|deposit|provision|pfand|gewinn & {not}|still|immer|noch|since|seit|weeks|wochen|weg|missing & {i}|{my}|mir|me & !{asking} & !{fiction}',
    'mahngebühr*|rücklastschrift*|verzugszinsen|late_fee|säumniszuschlag|bearbeitungsgebühr|cancellation_fee|surcharge|preiserhöhung|price_increase & {i}|{my}|mir|me|uns|you|ihr & {adverse}|why|warum|wieso|wofür|but|aber & !{asking}',
    '{cancelled}|cancel|kündigen & bestätigung|confirmation|bestätigt|confirmed|reaktion|reply & {not}|still|nie|never & {i}|{my} & !{asking}',
    '{relative} .. {paid}|spent|ausgegeben|verballert|verprasst|gekauft|abgeschlossen & card|karte|kreditkarte|paypal|#|euro|€|account|handyrechnung|hundert|hundred & !{asking} & !for_my & !für_meine*',
    '{request} .. {settle} .. {deal} & !{asking} & !{fiction}',
    '{request} .. {deal} .. .. {settle} & !{asking} & !{fiction}',
    '{deal} + {request} .. {settle} & !{asking} & !{fiction}',
    '{request} .. change|update|ändern|geändert|anpassen|umschreiben .. {invoice} & !{asking}',
    '{request} .. {invoice} .. .. change|update|changed|ändern|geändert|anpassen|umschreiben & !{asking}',
    'can|could|könnt|könntet|könnten|kannst|kann i|you|u|ihr|sie|du|man|ich|that|das|this|it|the .. be? reversed|refunded|undone|rückgängig|reverse|zurückgeben|zurückbekommen|storniert|gutgeschrieben & {paid}|{deal} & {i}|{my}',
    '{deal} .. {mine} .. since|seit|for|vor|schon .. # .. days|weeks|months|tagen|wochen|monaten|tage|hours|stunden & {adverse}',
    '{article} .. {came} .. {bad} & !{fiction} & !{asking}',
    '{came} .. {bad} .. {article} & {i}|{my}|{deal} & !{fiction} & !{asking}',
    'wo|where .. bleibt|bleiben|steckt|is|are|ist|sind|hängt .. rank|rang|coins|items|ware|paket|package|lieferung|delivery|parcel|refund|sendung|shipment|{refund} & {paid}|{my}|mein*|seit|since|# & !{fiction}',
  ],
  unlessHypothetical: [
    'bereue|regret .. {deal}',
    'return|zurückgeben|zurückschicken|umtauschen|widerrufen|widerruf .. {article} & {want} & !{asking}',
  ],
  unlessGeneral: [
    '{deal} + {trouble} + {mine} & !{fiction} & !{fine}',
    '{deal} & {mine} & nothing|nix|nichts|nada|missing|fehlt|fehlen|nobody|niemand|keiner|no_reply|keine_antwort|no_answer|zero & !{fiction} & !{fine}',
    '{deal} & {request} & {settle} & !{asking} & !{fine}',
    '{goods} + {gone}|expired|abgelaufen|entfernt|removed|fehlt|missing + {paid}|# & !{fiction}',
    'trotz|despite|even_though|although|obwohl + {deal} & {not}|still|weiter|kein*',
    '{charged} + nie|never|didnt|nicht|not|ohne|without|why|warum|wofür|unknown|unbekannt*',
    '{invoice} + {settle} + {my}|our|unser*|{request}|us',
    'price|preis|betrag|amount|total|summe + {charged}|{paid}|{invoice} + {trouble}',
    'scam|betrug|abzocke|rip_off|ripoff|fraud & {i}|{my}|you|ihr|shop|{deal} & !how_to & !{fiction}',
  ],
};
