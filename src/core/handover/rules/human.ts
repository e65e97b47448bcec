import type { ReasonRules } from '../pattern.ts';

/** The customer wants a person, now. */
export const HUMAN: ReasonRules = {
  reason: 'asked_for_human',
  vocabulary: {
    person: [
      'human|humans|human_being|person|real_person|someone_real|real_people|live_agent|agent|operator|representative|rep|live_person|live_chat|live_support|customer_service|customer_support|manager|supervisor|real_human|actual_human|actual_person|living_person|staff|staff_member|team_member|moderator|admin|administrator|support_agent|support_team|support_staff|the_team',
      'mensch|menschen|echter_mensch|echten_menschen|person|echte_person|mitarbeiter|mitarbeiterin|sachbearbeiter|sachbearbeiterin|teammitglied|ansprechpartner|ansprechpartnerin|kundenservice|kundendienst|kundenbetreuer*|supporter|moderator|admin|jemand_echtes|jemand_echten|jemand_richtiges|vorgesetzte*|teamler|berater|beraterin|support_mitarbeiter',
    ],
    team: [
      'staff|staff_member|team_member|moderator|admin|administrator|support_agent|live_agent|real_person|real_human|actual_human|actual_person|live_person|supporter|mitarbeiter|sachbearbeiter|teammitglied|ansprechpartner|teamler|mensch|menschen|customer_service|customer_support|live_support|human_support',
    ],
    anyone: [
      '{person}|{staff}|someone|somebody|anyone|anybody|jemand|jemanden|wen|irgendwer|irgendjemand|einem|einer|jemandem|wer',
    ],
    look: [
      'help|look|check|take_over|takeover|handle|come|join|contact|call|answer|respond|reply|step_in|assist|review|take_a_look|get_back|message_me|dm|talk|speak|read_this|fix|intervene|investigate|deal_with',
    ],
    schauen: [
      'helfen|schauen|anschauen|ansehen|melden|übernehmen|kümmern|draufschauen|drüberschauen|draufgucken|drübergucken|angucken|gucken|kommen|antworten|prüfen|reinschauen|anrufen|einschalten|weiterhelfen|bearbeiten|nachschauen|nachsehen|kucken|helf|zurückrufen|einspringen|dazukommen',
    ],
    /** Many people who ask whether somebody is there only want to know. */
    presence: ['is_there|are_there|is_any*|are_any|any|is|are|ist|sind|gibt_es|gibts|wer|who|wann|when'],
    pressing: [
      'email|e_mail|mail|write|contact|reach|message|anrufen|kontaktieren|erreichen|need|needs|help|helps|problem|issue|urgent*|emergency|asap|please|pls|plz|stuck|talk|question|look|come|brauch*|bräucht*|hilfe|helfen|hilft|dringend*|notfall|bitte|frage|schauen|reden|sprechen|kommen|kann|könnte|can_you|could',
    ],
    talk: [
      'talk|speak|chat|talking|speaking|connect|transfer|transferred|put|forward|escalate|redirect|pass|connected|forwarded|hand|handed|switch|escalated|contact',
    ],
    reden: [
      'sprechen|reden|schreiben|telefonieren|chatten|quatschen|unterhalten|verbinden|weiterleiten|verbunden|weitergeleitet|labern|kontaktieren|sprech|durchstellen|schnacken',
    ],
  },
  always: [
    // No more bot
    'stop|enough|no_more|genug|schluss .. automated|automatic|automatische*|canned|bot|copy_paste .. replies|answers|responses|antworten|messages',
    '{want}|rather|dont_want|dont_wanna|refuse|not_gonna|wont|tired_of .. talk|talking|chat|speak|write .. bot|bots|ai|robot|machine|chatbot',
    'no|not|stop|stupid|useless|hate|dumb|fucking|enough|sick_of .. bot|bots|ai|robot|chatbot & {want}|help|useless|stupid|talk|human|sick|hate|enough|stop|dumb|wants',
    'kein|keinen|keine|nicht|scheiss|blöder|dummer|doofer|keine_lust_auf .. bot|ki|chatbot|roboter|maschine|computer & {want}|hilft|reden|scheiss|mensch*|blöder|dummer|lust|sprechen|schreiben',
    // Talk to, connect to
    'an .. kollegen|kollegin|vorgesetzten|fachabteilung|zuständig* .. weitergeben|weiterleiten|übergeben|weiterreichen|verweisen',
    '{want}|get_me|rather|prefer|{talk}|jemanden|jemand someone|somebody|jemanden|wen|jemand .. who|that|der|die|mit .. help|helfen|ahnung|hilft|knows|competent|kann|kompetent*|entscheiden',
    'deal|dealing|arbeiten|sprechen|communicate|correspond with|mit a|an|einem|einer? real|actual|echten|human {person}|human|people',
    'mit .. wem|jemandem|jemand|einem|nem richtigem|richtigen|echten|echtem|vernünftigen|anderem|kompetenten',
    'an den|das|euer|euren|ihren|die support|team|kundenservice|kundendienst|technik|admin|moderation|leitung .. weiterleiten|weitergeben|weiter|übergeben|melden|leiten',
    '{want}|let|can|could|may|lemme|how_do|prefer|rather .. {talk} .. to|with|through|me .. {person}|someone|somebody|mod|mods|staff|support|team|owner|anyone',
    'talk|speak|chat to|with .. real|actual|living|live human|person|people|someone|agent|support',
    'connect|transfer|put|forward|redirect|pass|escalate|hand me|this|my|it|us .. to|with|through|on|over .. {person}|{staff}|someone|somebody',
    '{want}|kann|könnte|darf|würde|könnten|können|muss|lass|lasst|wollen .. mit|an|zu .. {anyone} .. {reden}|sprech*',
    'mit|an .. einem|einer|nem|ner|echten|echter|richtigen|jemandem|wem .. {anyone} .. {reden}|weiter',
    'mit .. echten|richtigen|realen|wirklichen|lebenden .. {person}|jemandem|wem',
    'leiten|leite|leitet|verbinden|verbinde|verbindet|stellen|gebt|geben|gib|reicht|reiche .. mich|das|mein|mir|dies|sie|es|uns .. mit|an|zu|durch .. {anyone}|support|team',
    // Somebody should look, come or call
    '{staff} kannst|kannste|könntest|könnt|can_you|could_you|can_u|could_u|help|hilfe|hilf .. kommen|komm|help|look|schauen|helfen|check|tp|me|mir|draufschauen|drüberschauen',
    'is_there|are_there|is_a|is_any|gibts|gibt_es .. mod|mods|admin|staff|supporter|moderator|gm .. who|that|free|der|frei',
    'can|could|would a|an|the|any gm|mod|admin|dev|moderator|staff|helper|supporter .. come|tp|teleport|join|check|look|help|dm|message',
    'can|could|would|will one|some of the|your {staff}|people|guys .. {look}',
    'open|opens|öffne|öffnet|erstell*|make|create|mach .. ticket .. with|mit|for|für .. {staff}|{person}',
    'ist|is .. da|here|there .. jemand|someone|anyone|anybody vom|from|im|ausm|of|in .. team|support|staff',
    'can|could|would|will|may|need|want|please|pls|plz|have|let .. a|an|some|any|the|one_of_your|one_of_the|your|real? {person}|mod|staff|team|owner|support|dev|mods|admins|moderators|someone_from_support|someone_from_the_team|someone_from_staff .. pls? please? {look}',
    'any|is_there_a|are_there_any|is_a|is_an|are_any .. {person}|mod|mods|admins|staff|moderators .. here|there|around|online|available|awake|active & {pressing} & !when & !{fiction}',
    '{want}|kann|könnte|soll|könnten|können .. {person}|{staff}|einer_von_euch|jemand_vom_team|jemand_vom_support|jemand_aus_dem_team|jemand_von_euch|einer_vom_team .. {schauen}|anschaut|meldet|schaut|hilft|übernimmt|kümmert|guckt|draufschaut|drüberschaut|antwortet|prüft & !{howto}',
    'kann|könnte|könnt|soll|sollte|möge .. da|mal|sich|bitte|mir|hier|das .. {person}|{staff}|echter|jemand_vom|jemand_aus|einer_vom|wer_vom|jemand_von .. {schauen}',
    'hol|holt|holen|ruf|ruft|rufen|schick|schickt|schicken|pingt|ping .. {person}|{staff}|jemand*',
    'escalate|eskaliere*|eskalieren|eskaliert & this|das|my|mein|please|bitte|ticket|want|es',
    'call|ruft|rufen|rufe|ring me|mich|sie_mich .. back|an|zurück|on|asap|please',
    '{want} .. rückruf|callback|call_back|phone_call|live_chat',
    'ticket .. an|to .. {staff}|{person}',
    'someone|somebody|jemand|human|mensch|person .. take_over|taking_over|take_this|übernehmen|übernimm*',
    // A person, please
    'hey|hi|hallo|yo|dear|liebe*|lieber {staff} .. help|hilfe|need|brauche|bitte|please|kannst|can_you|could_you|könnt',
    'rather|prefer|lieber .. {person}|human|humans|someone_real|mensch*',
    '^human|^agent|^operator|^representative|^mensch|^mitarbeiter|^person|^staff|^admin|^supporter|^moderator $',
    '^human|^agent|^operator|^representative|^mensch|^mitarbeiter|^supporter|^admin|^moderator human|agent|please|pls|now|bitte|jetzt',
    '{person}|human|mod pls|plz|please|bitte|asap|now',
    'einer|einen|eine|one|someone|jemand|jemanden + echte|echten|echter|real|richtigen|richtiger + mensch|menschen|human|humans|person|people',
    'brauche|brauch|need|want|will einen|einen_menschen|nen|one & mensch|menschen|human|humans|supporter|mitarbeiter',
    'get me .. a|an|the|some|your {person}|{staff}',
    '{person}|mod|mods|admins|staff .. please|pls|plz|bitte|asap|needed|required|help|sofort',
    '{person}|mod|mods|admins|staff .. now|jetzt & !{presence}',
    'someone|somebody|anyone|anybody|person|human|member|agent from|in|of|on .. support|staff|the_team|your_team|team|moderation & !{presence}',
    'someone|somebody|anyone|anybody|person|human|member|agent from|in|of|on .. support|staff|the_team|your_team|team|moderation & {pressing} & !when',
    'will|möchte|brauch|brauche|hätte_gern*|hätt_gern*|brauchen|benötige|verlange|wünsche .. einen|nen|ne|eine|ein|n|an|den|die|euren|menschlichen .. echten? .. {person}|mod & ~rechte|rang|werden|bewerb* & !{howto}',
    'jemand|einer|wer|jemanden vom|aus_dem|ausm|von_euch|aus_eurem|im team|support|echtes|staff|moderation|kundenservice & !{presence}',
    'jemand|einer|wer|jemanden vom|aus_dem|ausm|von_euch|aus_eurem|im team|support|echtes|staff|moderation|kundenservice & {pressing} & !wann',
    'ist|sind|is|gerade|grad .. {team}|mod|mods|admins|supporter|teamler .. da|online|hier|anwesend|verfügbar|erreichbar|wach & {pressing} & !wann & !wie & !wer & !welche*',
    '^ human|agent|operator|representative|mensch|mitarbeiter|support|admin|moderator & please|pls|now|bitte|jetzt',
  ],
  unlessHypothetical: [
    // Talk to, connect to
    'is_there|is_here|gibt_es|gibts .. a|an|any|real|actual|live|echte|echten actual|real|live|human|echten|echte person|human|people|agent|menschen|mensch|operator & talk|speak|chat|reden|sprechen|schreiben|here|hier|need|brauche',
    // Somebody should look, come or call
    'need|want|wanna|get|brauch|brauche|will an?|a|nen|einen|ne? staff|admin|admins|moderator|supporter & ~do_i|become|apply|for_my|that|role|to_be & !{fiction}',
    'want|need|wanna|get_me|give_me|gimme|demand|require|id_like|request a|an|the|some|your|any real|actual|live|human? {team}|human|humans|human_being|person|agent|operator|representative|rep|manager|supervisor & ~do_i|become|role|rank|apply|application|be_a|rights|permissions',
    // A person, please
    'please|pls|plz|bitte um? a|an|ein|einen|nen|den|der|real|live? {team}|human|mods|admins',
  ],
  unlessGeneral: [
    // Talk to, connect to
    '{want} .. contact|reach|message|kontaktieren|erreichen a|the|an|den|die|einen|euren? {person}|{staff}',
    '{want}|help|hilfe|contact|reach .. from|von|vom .. {staff}|{team}|human|real_person|mensch*',
    '{talk} .. to|with .. {person}',
    'mit .. {person} .. {reden}',
    // Somebody should look, come or call
    'rückmeldung|antwort|reply|response|answer .. from|durch|von .. {person}|{staff}|mensch*',
    // A person, please
    'menschlicher|menschliche|menschlichen|menschliches support|ansprechpartner|hilfe|kontakt|antwort|bearbeiter',
    'real|actual|living|echter|echten|echte|echtem|richtigen|richtiger|lebenden human|person|agent|mensch|menschen|ansprechpartner|mitarbeiter',
    '{want} .. real|actual|echten|echte|live .. {person}|one|someone|jemand*',
    'human|menschliche* support|agent|help|hilfe|assistance|being',
  ],
};
