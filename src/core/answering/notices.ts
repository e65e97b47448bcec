import type { Language, TeamReason } from '../../domain/types.ts';

interface Notices {
  /** EU AI Act, Article 50(1): due in every answer. */
  ai: string;
  notInKnowledge: string;
  /** The same after an answer that did not help. */
  unhelped: string;
  teamTakesOver: string;
  /** The same if somebody may be in danger, from themselves or from others. */
  teamTakesOverSafety: string;
  withheld: string;
  /** The reply to a mere greeting, thanks or goodbye. */
  greeting: string;
  closing: string;
  more: string;
  /** Before the titles of the entries that were used. */
  sources: string;
  /** Below an answer that is longer than the limit. */
  cut: string;
  /** Words behind # and @ where a name is not known. */
  channel: string;
  role: string;
  member: string;
}

export const NOTICES: Record<Language, Notices> = {
  de: {
    ai: 'Diese Antwort wurde automatisch von einer KI erstellt.',
    notInKnowledge:
      'Dazu habe ich leider keine gesicherte Information. Ich gebe deine Frage an das Team weiter.',
    unhelped: 'Schade, dass das nicht geholfen hat. Ich gebe deine Frage an das Team weiter.',
    teamTakesOver: 'Das schaut sich ein Mensch aus dem Team an und meldet sich hier bei dir.',
    teamTakesOverSafety:
      'Danke, dass du das schreibst. Ein Mensch aus dem Team schaut sich das an und meldet sich hier bei dir. Wenn du oder jemand anderes gerade in Gefahr ist, ruf bitte sofort den Notruf an (112 in Europa).',
    withheld: 'Darauf kann ich nicht antworten. Ich gebe deine Frage an das Team weiter.',
    greeting: 'Hallo! Wobei kann ich helfen?',
    closing: 'Sehr gern! Wenn noch etwas ist, schreib einfach.',
    more: 'Mehr dazu',
    sources: 'Quellen:',
    cut: '… (gekürzt; frag gern nach dem Teil, der dir fehlt)',
    ...{ channel: 'Kanal', role: 'Rolle', member: 'Mitglied' },
  },
  en: {
    ai: 'This answer was generated automatically by an AI.',
    notInKnowledge: 'I have no reliable information on that. I am passing your question on to the team.',
    unhelped: 'I am sorry that this did not help. I am passing your question on to the team.',
    teamTakesOver: 'A person from the team will look at this and get back to you here.',
    teamTakesOverSafety:
      'Thank you for telling us. A person from the team will look at this and get back to you here. If you or anyone else is in danger right now, please call your local emergency number (112 in Europe, 911 in North America).',
    withheld: 'I cannot answer that. I am passing your question on to the team.',
    greeting: 'Hello! What can I help you with?',
    closing: 'You are welcome! Just write if there is anything else.',
    more: 'More',
    sources: 'Sources:',
    cut: '… (shortened; feel free to ask about the part that you miss)',
    ...{ channel: 'channel', role: 'role', member: 'member' },
  },
  fr: {
    ai: 'Cette réponse a été générée automatiquement par une IA.',
    notInKnowledge:
      'Je n’ai malheureusement pas d’information fiable à ce sujet. Je transmets votre question à l’équipe.',
    unhelped: 'Je regrette que cela n’ait pas aidé. Je transmets votre question à l’équipe.',
    teamTakesOver: 'Une personne de l’équipe va s’en occuper et vous répondra ici.',
    teamTakesOverSafety:
      'Merci de nous l’avoir écrit. Une personne de l’équipe va s’en occuper et vous répondra ici. Si vous ou quelqu’un d’autre êtes en danger en ce moment, appelez tout de suite les secours (112 en Europe).',
    withheld: 'Je ne peux pas répondre à cela. Je transmets votre question à l’équipe.',
    greeting: 'Bonjour ! Comment puis-je vous aider ?',
    closing: 'Avec plaisir ! Écrivez-moi s’il y a autre chose.',
    more: 'En savoir plus',
    sources: 'Sources :',
    cut: '… (abrégé ; n’hésitez pas à demander la partie qui vous manque)',
    ...{ channel: 'salon', role: 'rôle', member: 'membre' },
  },
  es: {
    ai: 'Esta respuesta ha sido generada automáticamente por una IA.',
    notInKnowledge: 'Lo siento, no tengo información fiable sobre eso. Paso tu pregunta al equipo.',
    unhelped: 'Siento que no te haya servido. Paso tu pregunta al equipo.',
    teamTakesOver: 'Una persona del equipo lo va a revisar y te responderá aquí.',
    teamTakesOverSafety:
      'Gracias por contárnoslo. Una persona del equipo lo va a revisar y te responderá aquí. Si tú u otra persona corre peligro en este momento, llama enseguida a emergencias (112 en Europa, 911 en gran parte de América).',
    withheld: 'No puedo responder a eso. Paso tu pregunta al equipo.',
    greeting: '¡Hola! ¿En qué puedo ayudarte?',
    closing: '¡De nada! Si necesitas algo más, escríbeme.',
    more: 'Más información',
    sources: 'Fuentes:',
    cut: '… (abreviado; pregunta por la parte que te falte)',
    ...{ channel: 'canal', role: 'rol', member: 'miembro' },
  },
  it: {
    ai: 'Questa risposta è stata generata automaticamente da un’IA.',
    notInKnowledge: 'Purtroppo non ho informazioni affidabili al riguardo. Inoltro la tua domanda al team.',
    unhelped: 'Mi dispiace che non sia stato d’aiuto. Inoltro la tua domanda al team.',
    teamTakesOver: 'Una persona del team se ne occuperà e ti risponderà qui.',
    teamTakesOverSafety:
      'Grazie per avercelo scritto. Una persona del team se ne occuperà e ti risponderà qui. Se tu o qualcun altro siete in pericolo in questo momento, chiama subito i soccorsi (112 in Europa).',
    withheld: 'Non posso rispondere a questo. Inoltro la tua domanda al team.',
    greeting: 'Ciao! Come posso aiutarti?',
    closing: 'Di niente! Se ti serve altro, scrivimi.',
    more: 'Scopri di più',
    sources: 'Fonti:',
    cut: '… (abbreviato; chiedi pure la parte che ti manca)',
    ...{ channel: 'canale', role: 'ruolo', member: 'membro' },
  },
  pt: {
    ai: 'Esta resposta foi gerada automaticamente por uma IA.',
    notInKnowledge:
      'Infelizmente não tenho informações seguras sobre isso. Vou encaminhar a sua pergunta à equipa.',
    unhelped: 'Lamento que isso não tenha ajudado. Vou encaminhar a sua pergunta à equipa.',
    teamTakesOver: 'Uma pessoa da equipa vai ver isto e responder aqui.',
    teamTakesOverSafety:
      'Agradecemos por nos ter contado. Uma pessoa da equipa vai ver isto e responder aqui. Se estiver em perigo neste momento, ou se outra pessoa estiver, ligue já para o número de emergência (112 na Europa, 190 ou 192 no Brasil).',
    withheld: 'Não posso responder a isso. Vou encaminhar a sua pergunta à equipa.',
    greeting: 'Olá! Em que posso ajudar?',
    closing: 'De nada! Se precisar de mais alguma coisa, é só escrever.',
    more: 'Saiba mais',
    sources: 'Fontes:',
    cut: '… (abreviado; pergunte pela parte que faltar)',
    ...{ channel: 'canal', role: 'cargo', member: 'membro' },
  },
  nl: {
    ai: 'Dit antwoord is automatisch gemaakt door een AI.',
    notInKnowledge:
      'Daar heb ik helaas geen betrouwbare informatie over. Ik geef je vraag door aan het team.',
    unhelped: 'Jammer dat dit niet heeft geholpen. Ik geef je vraag door aan het team.',
    teamTakesOver: 'Iemand van het team kijkt ernaar en laat je hier iets weten.',
    teamTakesOverSafety:
      'Bedankt dat je dit laat weten. Iemand van het team kijkt ernaar en laat je hier iets weten. Ben jij of is iemand anders op dit moment in gevaar, bel dan meteen 112.',
    withheld: 'Daar kan ik geen antwoord op geven. Ik geef je vraag door aan het team.',
    greeting: 'Hallo! Waar kan ik je mee helpen?',
    closing: 'Graag gedaan! Laat het gerust weten als er nog iets is.',
    more: 'Meer hierover',
    sources: 'Bronnen:',
    cut: '… (ingekort; vraag gerust naar het deel dat je mist)',
    ...{ channel: 'kanaal', role: 'rol', member: 'lid' },
  },
  pl: {
    ai: 'Ta odpowiedź została wygenerowana automatycznie przez AI.',
    notInKnowledge: 'Niestety nie mam na ten temat pewnych informacji. Przekazuję pytanie zespołowi.',
    unhelped: 'Szkoda, że to nie pomogło. Przekazuję pytanie zespołowi.',
    teamTakesOver: 'Ktoś z zespołu się tym zajmie i odpowie tutaj.',
    teamTakesOverSafety:
      'Dziękujemy za tę wiadomość. Ktoś z zespołu się tym zajmie i odpowie tutaj. Jeśli Tobie lub komuś innemu grozi teraz niebezpieczeństwo, zadzwoń od razu pod numer alarmowy 112.',
    withheld: 'Na to nie mogę odpowiedzieć. Przekazuję pytanie zespołowi.',
    greeting: 'Cześć! W czym mogę pomóc?',
    closing: 'Nie ma za co! W razie pytań po prostu napisz.',
    more: 'Więcej na ten temat',
    sources: 'Źródła:',
    cut: '… (skrócono; śmiało zapytaj o część, której brakuje)',
    ...{ channel: 'kanał', role: 'rola', member: 'członek' },
  },
  tr: {
    ai: 'Bu yanıt bir yapay zekâ tarafından otomatik olarak oluşturuldu.',
    notInKnowledge: 'Bu konuda ne yazık ki güvenilir bir bilgim yok. Sorunuzu ekibe iletiyorum.',
    unhelped: 'Bunun işinize yaramamasına üzüldüm. Sorunuzu ekibe iletiyorum.',
    teamTakesOver: 'Ekipten biri bununla ilgilenecek ve size buradan dönecek.',
    teamTakesOverSafety:
      'Yazdığınız için teşekkürler. Ekipten biri bununla ilgilenecek ve size buradan dönecek. Siz veya bir başkası şu anda tehlikedeyse lütfen hemen 112’yi arayın.',
    withheld: 'Buna yanıt veremiyorum. Sorunuzu ekibe iletiyorum.',
    greeting: 'Merhaba! Size nasıl yardımcı olabilirim?',
    closing: 'Rica ederim! Başka bir şey olursa yazmanız yeterli.',
    more: 'Daha fazla bilgi',
    sources: 'Kaynaklar:',
    cut: '… (kısaltıldı; eksik kalan kısmı sorabilirsiniz)',
    ...{ channel: 'kanal', role: 'rol', member: 'üye' },
  },
};

/** The line that tells the asker that a person takes over, for this reason. */
export function teamNotice(language: Language, reason: TeamReason): string {
  const { teamTakesOver, teamTakesOverSafety } = NOTICES[language];
  return reason === 'safety' ? teamTakesOverSafety : teamTakesOver;
}
