import type { Language } from '../../../domain/types.ts';

/** What a message is, its language (null: several have it), and phrases between commas. */
export type Sign = readonly ['greeting' | 'closing' | 'filler', Language | null, phrases: string];

/** Greetings, thanks and goodbyes beside those in German and English; apostrophes stand between two words. */
export const FOREIGN_SIGNS: readonly Sign[] = [
  ['greeting', 'fr', '(bonjour|bonsoir|salut|coucou)( à tous| à toutes et à tous| l équipe)'],
  ['greeting', 'fr', 'bonsoir, coucou, salutations'],
  [
    'closing',
    'fr',
    `merci( beaucoup| bien| infiniment| d avance| encore| à vous| à toi| pour tout)+, (mille|grand) mercis?, parfait, génial,
      d accord, entendu, (c est |bien )(bon|noté|compris|réglé|résolu|parfait)( merci)?, compris, résolu,
      (ça|cela|tout) (marche|fonctionne)( bien)?( maintenant| à nouveau)?, ça m a (bien |beaucoup )?aidé, au revoir,
      à (bientôt|plus|plus tard|demain), bonne (journée|soirée|nuit|fin de journée), bon week end, cordialement`,
  ],
  ['filler', 'fr', 'pour (la|votre|ta|vos|cette) (réponse|aide|réponses)( rapide)?'],
  [
    'greeting',
    'es',
    'hola( a todos| equipo| buenas| buenos días| buenas tardes), (muy )?(buenos días|buenas tardes|buenas)',
  ],
  [
    'closing',
    'es',
    `(muchas |mil |muchísimas )?gracias( a todos| por todo| de nuevo| de antemano)+, (muchas|mil|muchísimas) gracias, perfecto,
      genial, vale, de acuerdo, entendido, listo, (ya )(funciona|está|va)( todo)?( bien)?, (ya )?(está )?(solucionado|resuelto),
      me (ha )?(ayudado|sirvió|ayudó)( mucho)?, adiós, hasta (luego|pronto|mañana), (que tengas )?(un )?buen (día|fin de semana),
      buenas noches, (un )?saludos?`,
  ],
  ['filler', 'es', '(por|con) (la|tu|su) (ayuda|respuesta|atención), por (responder|ayudarme), muy amable'],
  [
    'greeting',
    'it',
    '(salve|buongiorno|buonasera)( a tutti)?, ciao a tutti, buon (giorno|pomeriggio), buona sera',
  ],
  [
    'closing',
    'it',
    `grazie( mille| tante| infinite| ancora| di tutto| in anticipo| di cuore| davvero)*, mille grazie, perfetto, ottimo,
      benissimo, va bene, d accordo, (ho )?capito, tutto (ok|chiaro|risolto|a posto), (ora|adesso) funziona( tutto)?,
      funziona( tutto)? (ora|adesso|di nuovo), risolto, mi (ha|è stato d) (aiutato|aiuto), arrivederci, a presto,
      buona (giornata|serata|notte), buon (fine settimana|weekend), (cordiali |un )?salut[oi]`,
  ],
  ['filler', 'it', 'per (l|la|il) (aiuto|risposta|supporto|risposta veloce)'],
  [
    'greeting',
    'pt',
    '(olá|oi)( a todos| equipa| equipe| pessoal| gente)*, bom dia( a todos)?, boa (tarde|noite)',
  ],
  [
    'closing',
    'pt',
    `(muito )?obrigad[oa]( a todos| por tudo| desde já| mesmo)*, valeu, perfeito, ótimo, beleza, certo, entend(i|ido), combinado,
      (já|agora) (funciona|funcionou|está funcionando|está a funcionar|deu certo), deu certo, (já está )?resolvido,
      (isso )?ajudou( muito)?, adeus, tchau, até (logo|breve|mais|amanhã), bom fim de semana, (um )?abraço, cumprimentos`,
  ],
  ['filler', 'pt', '(pela|por) (ajuda|resposta|atenção)'],
  [
    'greeting',
    'nl',
    'hoi( allemaal| team)?, hallo allemaal, goede ?(morgen|middag|navond|avond|dag)( allemaal)?',
  ],
  [
    'closing',
    'nl',
    `(heel erg |hartelijk |alvast |nogmaals )*(bedankt|dank je wel|dank u wel|dank je|dank u|dankjewel|dankuwel)( alvast)?, geweldig,
      fijn, oké, duidelijk, helder, begrepen, is goed, (het |dat |alles )?(werkt|lukt|doet het) (nu|weer|nu weer), (het is |is )?opgelost,
      (het is )?gelukt, (dat |dit )?heeft geholpen, tot (ziens|later|snel|morgen), doei, (nog een )?fijne (dag|avond),
      fijn weekend, groetjes, (met )?vriendelijke groet(en)?`,
  ],
  ['filler', 'nl', 'voor (je|de|uw|jullie) ((snelle|goede) )?(hulp|antwoord|reactie)'],
  ['greeting', 'pl', '(cześć|hej|witam|witajcie|siema)( wszystkim| wszystkich)?, dzień dobry, dobry wieczór'],
  [
    'closing',
    'pl',
    `(wielkie |bardzo |serdecznie |ok )?(dzięki|dziękuję|dziękujemy)( bardzo| wielkie| serdecznie| z góry)*, świetnie, dobrze,
      w porządku, jasne, rozumiem, okej, spoko, (już |teraz )działa, działa (już|teraz), (już )?(rozwiązane|załatwione|zrobione),
      (to )?pomogło, udało się, do (widzenia|zobaczenia|usłyszenia), na razie, miłego (dnia|wieczoru|weekendu), dobranoc,
      pozdrawiam, z poważaniem`,
  ],
  ['filler', 'pl', 'za (pomoc|odpowiedź|szybką odpowiedź)'],
  [
    'greeting',
    'tr',
    '(merhaba|selam|selamlar)( herkese| arkadaşlar| ekip), selam(lar)?, günaydın, iyi (günler|akşamlar)',
  ],
  [
    'closing',
    'tr',
    `(çok )?(teşekkürler|teşekkür (ederim|ederiz|ettim)|sağ ?ol(un)?)( çok)?, çok sağ ?ol(un)?, eyvallah, tamam(dır)?, harika,
      mükemmel, anladım, anlaşıldı, oldu, (şimdi |artık )?(düzeldi|çözüldü|halloldu), (şimdi|artık) çalışıyor, işe yaradı,
      hoşça ?kal(ın)?, görüşürüz, iyi geceler, kolay gelsin, iyi çalışmalar, saygılar(ımla)?`,
  ],
  ['filler', 'tr', '(yardım|cevap|yanıt|ilgi)(ın|ınız|iniz|in)? için, peki'],
];
