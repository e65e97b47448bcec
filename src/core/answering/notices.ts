import { LANGUAGES, type Language, type TeamReason } from '../../domain/types.ts';

interface Words {
  /** EU AI Act, Article 50(1): due in every answer. */
  ai: string;
  notInKnowledge: string;
  /** The same after an answer that did not help. */
  unhelped: string;
  withheld: string;
  /** Follows each of the three above. */
  passedOn: string;
  teamTakesOver: string;
  /** Stand before and after it if somebody may be in danger, from themselves or from others. */
  thanks: string;
  emergency: string;
  greeting: string;
  closing: string;
  more: string;
  sources: string;
  cut: string;
  /** Behind an answer that was made without a picture. */
  unseen: string;
  /** Words behind # and @ where a name is not known. */
  channel: string;
  role: string;
  member: string;
}

const WORDS: Record<Language, Words> = {
  de: {
    ai: 'Diese Antwort wurde automatisch von einer KI erstellt.',
    notInKnowledge: 'Dazu habe ich leider keine gesicherte Information.',
    unhelped: 'Schade, dass das nicht geholfen hat.',
    teamTakesOver: 'Das schaut sich ein Mensch aus dem Team an und meldet sich hier bei dir.',
    thanks: 'Danke, dass du das schreibst.',
    emergency:
      'Wenn du oder jemand anderes gerade in Gefahr ist, ruf bitte sofort den Notruf an (112 in Europa).',
    passedOn: 'Ich gebe deine Frage an das Team weiter.',
    withheld: 'Darauf kann ich nicht antworten.',
    greeting: 'Hallo! Wobei kann ich helfen?',
    closing: 'Sehr gern! Wenn noch etwas ist, schreib einfach.',
    more: 'Mehr dazu',
    sources: 'Quellen:',
    cut: '… (gekürzt; frag gern nach dem Teil, der dir fehlt)',
    unseen:
      'Ein Bild, das du geschickt hast, konnte ich nicht sehen. Beschreib mir bitte in Worten, was es zeigt.',
    ...{ channel: 'Kanal', role: 'Rolle', member: 'Mitglied' },
  },
  en: {
    ai: 'This answer was generated automatically by an AI.',
    notInKnowledge: 'I have no reliable information on that.',
    unhelped: 'I am sorry that this did not help.',
    teamTakesOver: 'A person from the team will look at this and get back to you here.',
    thanks: 'Thank you for telling us.',
    emergency:
      'If you or anyone else is in danger right now, please call your local emergency number (112 in Europe, 911 in North America).',
    passedOn: 'I am passing your question on to the team.',
    withheld: 'I cannot answer that.',
    greeting: 'Hello! What can I help you with?',
    closing: 'You are welcome! Just let me know if there is anything else.',
    more: 'More',
    sources: 'Sources:',
    cut: '… (shortened; feel free to ask about the part that is missing)',
    unseen: 'I could not see a picture that you sent. Please describe in words what it shows.',
    ...{ channel: 'channel', role: 'role', member: 'member' },
  },
  fr: {
    ai: 'Cette réponse a été générée automatiquement par une IA.',
    notInKnowledge: 'Je n’ai malheureusement pas d’information fiable à ce sujet.',
    unhelped: 'Je regrette que cela n’ait pas aidé.',
    teamTakesOver: 'Une personne de l’équipe va s’en occuper et vous répondra ici.',
    thanks: 'Merci de nous l’avoir écrit.',
    emergency:
      'Si vous ou quelqu’un d’autre êtes en danger en ce moment, appelez tout de suite les secours (112 en Europe).',
    passedOn: 'Je transmets votre question à l’équipe.',
    withheld: 'Je ne peux pas répondre à cela.',
    greeting: 'Bonjour ! Comment puis-je vous aider ?',
    closing: 'Avec plaisir ! Écrivez-moi s’il y a autre chose.',
    more: 'En savoir plus',
    sources: 'Sources :',
    cut: '… (abrégé ; n’hésitez pas à demander la partie qui vous manque)',
    unseen:
      'Je n’ai pas pu voir une image que vous avez envoyée. Décrivez-moi par écrit ce qu’elle montre, s’il vous plaît.',
    ...{ channel: 'salon', role: 'rôle', member: 'membre' },
  },
  es: {
    ai: 'Esta respuesta ha sido generada automáticamente por una IA.',
    notInKnowledge: 'Lo siento, no tengo información fiable sobre eso.',
    unhelped: 'Siento que no te haya servido.',
    teamTakesOver: 'Una persona del equipo lo va a revisar y te responderá aquí.',
    thanks: 'Gracias por contárnoslo.',
    emergency:
      'Si tú u otra persona corre peligro en este momento, llama enseguida a emergencias (112 en Europa, 911 en gran parte de América).',
    passedOn: 'Paso tu pregunta al equipo.',
    withheld: 'No puedo responder a eso.',
    greeting: '¡Hola! ¿En qué puedo ayudarte?',
    closing: '¡De nada! Si necesitas algo más, escríbeme.',
    more: 'Más información',
    sources: 'Fuentes:',
    cut: '… (abreviado; pregunta por la parte que te falte)',
    unseen: 'No he podido ver una imagen que has enviado. Describe con palabras lo que muestra, por favor.',
    ...{ channel: 'canal', role: 'rol', member: 'miembro' },
  },
  it: {
    ai: 'Questa risposta è stata generata automaticamente da un’IA.',
    notInKnowledge: 'Purtroppo non ho informazioni affidabili al riguardo.',
    unhelped: 'Mi dispiace che non sia stato d’aiuto.',
    teamTakesOver: 'Una persona del team se ne occuperà e ti risponderà qui.',
    thanks: 'Grazie per avercelo scritto.',
    emergency:
      'Se tu o qualcun altro siete in pericolo in questo momento, chiama subito i soccorsi (112 in Europa).',
    passedOn: 'Inoltro la tua domanda al team.',
    withheld: 'Non posso rispondere a questo.',
    greeting: 'Ciao! Come posso aiutarti?',
    closing: 'Di niente! Se ti serve altro, scrivimi.',
    more: 'Scopri di più',
    sources: 'Fonti:',
    cut: '… (abbreviato; chiedi pure la parte che ti manca)',
    unseen:
      'Non ho potuto vedere un’immagine che hai inviato. Descrivi a parole che cosa mostra, per favore.',
    ...{ channel: 'canale', role: 'ruolo', member: 'membro' },
  },
  pt: {
    ai: 'Esta resposta foi gerada automaticamente por uma IA.',
    notInKnowledge: 'Infelizmente não tenho informações seguras sobre isso.',
    unhelped: 'Lamento que isso não tenha ajudado.',
    teamTakesOver: 'Uma pessoa da equipa vai ver isto e responder aqui.',
    thanks: 'Agradecemos por nos ter contado.',
    emergency:
      'Se estiver em perigo neste momento, ou se outra pessoa estiver, ligue já para o número de emergência (112 na Europa, 190 ou 192 no Brasil).',
    passedOn: 'Vou encaminhar a sua pergunta à equipa.',
    withheld: 'Não posso responder a isso.',
    greeting: 'Olá! Em que posso ajudar?',
    closing: 'De nada! Se precisar de mais alguma coisa, é só escrever.',
    more: 'Saiba mais',
    sources: 'Fontes:',
    cut: '… (abreviado; pergunte pela parte que faltar)',
    unseen: 'Não consegui ver uma imagem que enviou. Descreva por palavras o que ela mostra, por favor.',
    ...{ channel: 'canal', role: 'cargo', member: 'membro' },
  },
  nl: {
    ai: 'Dit antwoord is automatisch gemaakt door een AI.',
    notInKnowledge: 'Daar heb ik helaas geen betrouwbare informatie over.',
    unhelped: 'Jammer dat dit niet heeft geholpen.',
    teamTakesOver: 'Iemand van het team kijkt ernaar en laat je hier iets weten.',
    thanks: 'Bedankt dat je dit laat weten.',
    emergency: 'Ben jij of is iemand anders op dit moment in gevaar, bel dan meteen 112.',
    passedOn: 'Ik geef je vraag door aan het team.',
    withheld: 'Daar kan ik geen antwoord op geven.',
    greeting: 'Hallo! Waar kan ik je mee helpen?',
    closing: 'Graag gedaan! Laat het gerust weten als er nog iets is.',
    more: 'Meer hierover',
    sources: 'Bronnen:',
    cut: '… (ingekort; vraag gerust naar het deel dat je mist)',
    unseen:
      'Ik kon een afbeelding die je hebt gestuurd niet zien. Beschrijf alsjeblieft in woorden wat erop staat.',
    ...{ channel: 'kanaal', role: 'rol', member: 'lid' },
  },
  pl: {
    ai: 'Ta odpowiedź została wygenerowana automatycznie przez AI.',
    notInKnowledge: 'Niestety nie mam na ten temat pewnych informacji.',
    unhelped: 'Szkoda, że to nie pomogło.',
    teamTakesOver: 'Ktoś z zespołu się tym zajmie i odpowie tutaj.',
    thanks: 'Dziękujemy za tę wiadomość.',
    emergency:
      'Jeśli Tobie lub komuś innemu grozi teraz niebezpieczeństwo, zadzwoń od razu pod numer alarmowy 112.',
    passedOn: 'Przekazuję pytanie zespołowi.',
    withheld: 'Na to nie mogę odpowiedzieć.',
    greeting: 'Cześć! W czym mogę pomóc?',
    closing: 'Nie ma za co! W razie pytań po prostu napisz.',
    more: 'Więcej na ten temat',
    sources: 'Źródła:',
    cut: '… (skrócono; śmiało zapytaj o część, której brakuje)',
    unseen: 'Nie mogę zobaczyć przesłanego obrazu. Opisz proszę słowami, co na nim jest.',
    ...{ channel: 'kanał', role: 'rola', member: 'członek' },
  },
  tr: {
    ai: 'Bu yanıt bir yapay zekâ tarafından otomatik olarak oluşturuldu.',
    notInKnowledge: 'Bu konuda ne yazık ki güvenilir bir bilgim yok.',
    unhelped: 'Bunun işinize yaramamasına üzüldüm.',
    teamTakesOver: 'Ekipten biri bununla ilgilenecek ve size buradan dönecek.',
    thanks: 'Yazdığınız için teşekkürler.',
    emergency: 'Siz veya bir başkası şu anda tehlikedeyse lütfen hemen 112’yi arayın.',
    passedOn: 'Sorunuzu ekibe iletiyorum.',
    withheld: 'Buna yanıt veremiyorum.',
    greeting: 'Merhaba! Size nasıl yardımcı olabilirim?',
    closing: 'Rica ederim! Başka bir şey olursa yazmanız yeterli.',
    more: 'Daha fazla bilgi',
    sources: 'Kaynaklar:',
    cut: '… (kısaltıldı; eksik kalan kısmı sorabilirsiniz)',
    unseen: 'Gönderdiğiniz bir resmi göremedim. Lütfen ne gösterdiğini yazarak anlatın.',
    ...{ channel: 'kanal', role: 'rol', member: 'üye' },
  },
};

interface Notices extends Words {
  teamTakesOverSafety: string;
}

/** What the service says in its own words, whole. */
export const NOTICES = Object.fromEntries(
  LANGUAGES.map((language) => [language, toNotices(WORDS[language])]),
) as Record<Language, Notices>;

function toNotices(words: Words): Notices {
  const { notInKnowledge, unhelped, withheld, passedOn, thanks, teamTakesOver, emergency } = words;
  return {
    ...words,
    notInKnowledge: `${notInKnowledge} ${passedOn}`,
    unhelped: `${unhelped} ${passedOn}`,
    withheld: `${withheld} ${passedOn}`,
    teamTakesOverSafety: `${thanks} ${teamTakesOver} ${emergency}`,
  };
}

export function teamNotice(language: Language, reason: TeamReason): string {
  const { teamTakesOver, teamTakesOverSafety } = NOTICES[language];
  return reason === 'safety' ? teamTakesOverSafety : teamTakesOver;
}

/** An answer without our own sentence that the team takes over, for a channel that says so in a line of its own. */
export function withoutHandOver(answer: string, language: Language): string {
  const { passedOn, teamTakesOver } = WORDS[language];
  const sentences = [` ${passedOn}`, ` ${teamTakesOver}`, teamTakesOver];
  return sentences.reduce((text, sentence) => text.replace(sentence, ''), answer).trimStart();
}
