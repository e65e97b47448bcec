import type { Absence } from '../../../core/owners/hours.ts';
import type { Language } from '../../../domain/types.ts';

export const PHRASES = {
  cannotRead: {
    de: 'Ich sehe hier keinen Text, den ich lesen kann. Schreib mir deine Frage in Worten und erwähne mich dabei, dann helfe ich gern.',
    en: 'I see no text here that I can read. Put your question into words and mention me, and I will be happy to help.',
    fr: 'Je ne vois ici aucun texte que je puisse lire. Écrivez-moi votre question en mentionnant mon nom, et je vous aiderai volontiers.',
    es: 'Aquí no veo ningún texto que pueda leer. Escríbeme tu pregunta y mencióname, y te ayudaré con gusto.',
    it: 'Qui non vedo nessun testo che io possa leggere. Scrivimi la tua domanda e menzionami: ti aiuterò volentieri.',
    pt: 'Não vejo aqui nenhum texto que eu possa ler. Escreva a sua pergunta e mencione-me, e terei todo o gosto em ajudar.',
    nl: 'Ik zie hier geen tekst die ik kan lezen. Schrijf je vraag op en vermeld me daarbij, dan help ik je graag.',
    pl: 'Nie widzę tu tekstu, który mogę przeczytać. Napisz swoje pytanie i oznacz mnie w wiadomości, a chętnie pomogę.',
    tr: 'Burada okuyabileceğim bir metin göremiyorum. Sorunuzu yazın ve benden bahsedin, memnuniyetle yardımcı olurum.',
  },
  cannotReadReplied: {
    de: 'Die Nachricht, auf die du antwortest, kann ich nicht lesen. Schreib mir die Frage bitte in Worten und erwähne mich dabei.',
    en: 'I cannot read the message that you replied to. Please write the question in words and mention me.',
    fr: 'Je ne peux pas lire le message auquel vous répondez. Écrivez-moi la question en mentionnant mon nom, s’il vous plaît.',
    es: 'No puedo leer el mensaje al que respondes. Escríbeme la pregunta y mencióname, por favor.',
    it: 'Non riesco a leggere il messaggio a cui rispondi. Scrivimi la domanda e menzionami, per favore.',
    pt: 'Não consigo ler a mensagem a que está a responder. Escreva a pergunta e mencione-me, por favor.',
    nl: 'Ik kan het bericht waarop je reageert niet lezen. Schrijf de vraag alsjeblieft op en vermeld me daarbij.',
    pl: 'Nie mogę przeczytać wiadomości, na którą odpowiadasz. Napisz proszę swoje pytanie i oznacz mnie w wiadomości.',
    tr: 'Yanıtladığınız mesajı okuyamıyorum. Lütfen soruyu yazın ve benden bahsedin.',
  },
  onlyAttachment: {
    de: 'Anhänge kann ich nicht lesen. Beschreib mir bitte in Worten, worum es geht.',
    en: 'I cannot read attachments. Please describe in words what your question is about.',
    fr: 'Je ne peux pas lire les pièces jointes. Décrivez-moi par écrit de quoi il s’agit, s’il vous plaît.',
    es: 'No puedo leer archivos adjuntos. Descríbeme con palabras de qué se trata, por favor.',
    it: 'Non posso leggere gli allegati. Descrivimi a parole di che cosa si tratta, per favore.',
    pt: 'Não consigo ler anexos. Descreva por palavras de que se trata, por favor.',
    nl: 'Ik kan geen bijlagen lezen. Beschrijf alsjeblieft in woorden waar het om gaat.',
    pl: 'Nie mogę odczytać załączników. Opisz proszę słowami, o co chodzi.',
    tr: 'Ekleri okuyamıyorum. Lütfen neyle ilgili olduğunu yazarak anlatın.',
  },
  teamCalled: {
    de: 'Ein Mensch aus dem Team übernimmt hier.',
    en: 'A person from the team will take over here.',
    fr: 'Une personne de l’équipe prend le relais ici.',
    es: 'Una persona del equipo se hará cargo aquí.',
    it: 'Da qui se ne occupa una persona del team.',
    pt: 'Uma pessoa da equipa vai continuar aqui.',
    nl: 'Iemand van het team neemt het hier over.',
    pl: 'Teraz zajmie się tym ktoś z zespołu.',
    tr: 'Buradan sonrasını ekipten biri devralıyor.',
  },
  teamKnows: {
    de: 'Das Team weiß Bescheid und meldet sich hier.',
    en: 'The team has been told and will get back to you here.',
    fr: 'L’équipe est prévenue et vous répondra ici.',
    es: 'El equipo ya está avisado y te responderá aquí.',
    it: 'Il team è stato avvisato e ti risponderà qui.',
    pt: 'A equipa já foi avisada e vai responder aqui.',
    nl: 'Het team weet ervan en laat je hier iets weten.',
    pl: 'Zespół już o tym wie i odpowie tutaj.',
    tr: 'Ekibe haber verildi, size buradan dönecekler.',
  },
  stillWaiting: {
    de: 'Deine Frage liegt seit einem Tag beim Team. Hat sie sich erledigt, sag hier kurz danke; sonst schreib dazu, was noch helfen kann.',
    en: 'The team has had your question for a day. If it is solved, just say thanks here; if not, add whatever may help.',
    fr: 'Votre question attend l’équipe depuis un jour. Si elle est résolue, dites simplement merci ici ; sinon, ajoutez ce qui peut aider.',
    es: 'Tu pregunta lleva un día esperando al equipo. Si ya está resuelta, basta con dar las gracias aquí; si no, añade lo que pueda ayudar.',
    it: 'La tua domanda è in attesa del team da un giorno. Se è risolta, basta un grazie qui; altrimenti aggiungi ciò che può aiutare.',
    pt: 'A sua pergunta está com a equipa há um dia. Se já está resolvida, basta agradecer aqui; caso contrário, acrescente o que possa ajudar.',
    nl: 'Je vraag ligt al een dag bij het team. Is het opgelost, zeg dan hier even dank je wel; schrijf er anders bij wat nog kan helpen.',
    pl: 'Twoje pytanie czeka na zespół od jednego dnia. Jeśli sprawa jest załatwiona, napisz tu „dziękuję”; jeśli nie, dopisz, co może pomóc.',
    tr: 'Sorunuz bir gündür ekibi bekliyor. Çözüldüyse burada teşekkür etmeniz yeterli; çözülmediyse yardımcı olabilecek bilgileri ekleyin.',
  },
  teamKnowsTopic: {
    de: 'Das haben gerade auch andere gefragt. Das Team weiß Bescheid und kümmert sich darum.',
    en: 'Others have just asked the same thing. The team has been told and is looking into it.',
    fr: 'D’autres viennent de poser la même question. L’équipe est prévenue et s’en occupe.',
    es: 'Otras personas acaban de preguntar lo mismo. El equipo ya está avisado y se está ocupando.',
    it: 'Anche altri hanno appena chiesto la stessa cosa. Il team è stato avvisato e se ne sta occupando.',
    pt: 'Outras pessoas acabaram de perguntar o mesmo. A equipa já foi avisada e está a tratar disso.',
    nl: 'Anderen hebben net hetzelfde gevraagd. Het team weet ervan en kijkt ernaar.',
    pl: 'Inni właśnie zapytali o to samo. Zespół już o tym wie i się tym zajmuje.',
    tr: 'Az önce başkaları da aynısını sordu. Ekibe haber verildi, konuyla ilgileniyorlar.',
  },
  lookedAt: {
    de: 'Das Team sieht sich das gerade an. Die Antwort kommt hier.',
    en: 'The team is having a look at this. The answer will appear here.',
    fr: 'L’équipe est en train de regarder. La réponse arrivera ici.',
    es: 'El equipo lo está revisando. La respuesta llegará aquí.',
    it: 'Il team sta dando un’occhiata. La risposta arriverà qui.',
    pt: 'A equipa está a ver isto. A resposta chega aqui.',
    nl: 'Het team kijkt hier nu naar. Het antwoord komt hier.',
    pl: 'Zespół właśnie się temu przygląda. Odpowiedź pojawi się tutaj.',
    tr: 'Ekip şu anda buna bakıyor. Yanıt buraya gelecek.',
  },
  teamAnswers: {
    de: 'Das Team antwortet dir hier selbst.',
    en: 'Someone from the team will answer you here.',
    fr: 'L’équipe vous répondra ici en personne.',
    es: 'El equipo te responderá aquí personalmente.',
    it: 'Il team ti risponderà qui di persona.',
    pt: 'A equipa vai responder-lhe aqui pessoalmente.',
    nl: 'Het team antwoordt je hier zelf.',
    pl: 'Zespół odpowie ci tutaj osobiście.',
    tr: 'Ekip size burada bizzat yanıt verecek.',
  },
  checked: {
    de: 'Vom Team geprüft.',
    en: 'Checked by the team.',
    fr: 'Vérifié par l’équipe.',
    es: 'Revisado por el equipo.',
    it: 'Verificato dal team.',
    pt: 'Verificado pela equipa.',
    nl: 'Gecontroleerd door het team.',
    pl: 'Sprawdzone przez zespół.',
    tr: 'Ekip tarafından kontrol edildi.',
  },
  up: {
    de: 'Hilfreich',
    en: 'Helpful',
    fr: 'Utile',
    es: 'Útil',
    it: 'Utile',
    pt: 'Útil',
    nl: 'Nuttig',
    pl: 'Pomocne',
    tr: 'Yararlı',
  },
  down: {
    de: 'Nicht hilfreich',
    en: 'Not helpful',
    fr: 'Pas utile',
    es: 'No me sirve',
    it: 'Non utile',
    pt: 'Não ajudou',
    nl: 'Niet nuttig',
    pl: 'Niepomocne',
    tr: 'Yararlı değil',
  },
  team: {
    de: 'Team fragen',
    en: 'Ask the team',
    fr: 'Demander à l’équipe',
    es: 'Preguntar al equipo',
    it: 'Chiedi al team',
    pt: 'Perguntar à equipa',
    nl: 'Vraag het team',
    pl: 'Zapytaj zespół',
    tr: 'Ekibe sor',
  },
} satisfies Record<string, Record<Language, string>>;

const OVER_LIMIT: Record<Language, string> = {
  de: 'Du hast in der letzten Stunde schon viele Fragen gestellt, deshalb antworte ich dir gerade nicht. Frag gern {in} noch einmal.',
  en: 'You have asked many questions within the last hour, so I am not answering you right now. Please ask again {in}.',
  fr: 'Vous avez déjà posé beaucoup de questions pendant la dernière heure, je ne vous réponds donc pas pour le moment. Reposez votre question {in}.',
  es: 'Ya has hecho muchas preguntas en la última hora, así que por ahora no te respondo. Vuelve a preguntar {in}.',
  it: 'Nell’ultima ora hai già fatto molte domande, quindi per ora non ti rispondo. Chiedi di nuovo {in}.',
  pt: 'Já fez muitas perguntas na última hora, por isso não respondo neste momento. Pergunte outra vez {in}.',
  nl: 'Je hebt het afgelopen uur al veel vragen gesteld, daarom antwoord ik nu even niet. Vraag het {in} nog eens.',
  pl: 'W ciągu ostatniej godziny padło od Ciebie już wiele pytań, dlatego teraz nie odpowiadam. Zapytaj ponownie {in}.',
  tr: 'Son bir saat içinde çok sayıda soru sordunuz, bu yüzden şu anda yanıt vermiyorum. Lütfen {in} yeniden sorun.',
};

const AWAY: Record<Language, string> = {
  de: 'Das Team ist gerade nicht da. Es ist {in} zurück ({at}) und meldet sich dann hier.',
  en: 'The team is away right now. It will be back {in} ({at}) and will reply to you here.',
  fr: 'L’équipe est absente pour le moment. Elle sera de retour {in} ({at}) et vous répondra ici.',
  es: 'El equipo no está disponible en este momento. Volverá {in} ({at}) y te responderá aquí.',
  it: 'In questo momento il team non c’è. Torna {in} ({at}) e ti risponderà qui.',
  pt: 'A equipa não está disponível neste momento. Volta {in} ({at}) e vai responder aqui.',
  nl: 'Het team is er nu niet. Het is {in} terug ({at}) en laat je dan hier iets weten.',
  pl: 'Zespołu teraz nie ma. Wróci {in} ({at}) i odpowie tutaj.',
  tr: 'Ekip şu anda yerinde değil. {in} ({at}) dönecek ve size buradan yanıt verecek.',
};

const AWAY_FOR_LONG: Record<Language, string> = {
  de: 'Das Team ist gerade nicht da und meldet sich hier, sobald es zurück ist.',
  en: 'The team is away right now and will reply to you here when it is back.',
  fr: 'L’équipe est absente pour le moment et vous répondra ici dès son retour.',
  es: 'El equipo no está disponible en este momento y te responderá aquí en cuanto vuelva.',
  it: 'In questo momento il team non c’è e ti risponderà qui appena torna.',
  pt: 'A equipa não está disponível neste momento e vai responder aqui assim que voltar.',
  nl: 'Het team is er nu niet en laat je hier iets weten zodra het terug is.',
  pl: 'Zespołu teraz nie ma; odpowie tutaj, gdy tylko wróci.',
  tr: 'Ekip şu anda yerinde değil, döner dönmez size buradan yanıt verecek.',
};

export function describeLimit(language: Language, againAt: Date): string {
  return fill(OVER_LIMIT[language], againAt);
}

export function describeAbsence(language: Language, { backAt }: Absence): string {
  return backAt === null ? AWAY_FOR_LONG[language] : fill(AWAY[language], backAt);
}

/** Rounds up: a second early, the reader would be refused once more. */
function fill(text: string, at: Date): string {
  const seconds = Math.ceil(at.getTime() / 1000);
  return text.replaceAll('{at}', `<t:${seconds}:F>`).replaceAll('{in}', `<t:${seconds}:R>`);
}
