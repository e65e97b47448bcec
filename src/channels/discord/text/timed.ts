import type { Absence } from '../../../core/owners/hours.ts';
import type { Language } from '../../../domain/types.ts';

/** What is said of a moment; `{at}` is its date and time, `{in}` how long until then, both as the reader's chat shows them. */

/** To whoever asked too much within the hour. */
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

/** To whoever waits for a team that is away. */
const AWAY: Record<Language, string> = {
  de: 'Das Team ist gerade nicht da. Es ist {in} zurück ({at}) und meldet sich dann hier.',
  en: 'The team is away right now. It is back {in} ({at}) and will get back to you here.',
  fr: 'L’équipe est absente pour le moment. Elle sera de retour {in} ({at}) et vous répondra ici.',
  es: 'El equipo no está disponible en este momento. Volverá {in} ({at}) y te responderá aquí.',
  it: 'In questo momento il team non c’è. Torna {in} ({at}) e ti risponderà qui.',
  pt: 'A equipa não está disponível neste momento. Volta {in} ({at}) e vai responder aqui.',
  nl: 'Het team is er nu niet. Het is {in} terug ({at}) en laat je dan hier iets weten.',
  pl: 'Zespołu teraz nie ma. Wróci {in} ({at}) i odpowie tutaj.',
  tr: 'Ekip şu anda yerinde değil. {in} ({at}) dönecek ve size buradan yanıt verecek.',
};

/** The same where nobody knows until when. */
const AWAY_FOR_LONG: Record<Language, string> = {
  de: 'Das Team ist gerade nicht da und meldet sich hier, sobald es zurück ist.',
  en: 'The team is away right now and will get back to you here when it is back.',
  fr: 'L’équipe est absente pour le moment et vous répondra ici dès son retour.',
  es: 'El equipo no está disponible en este momento y te responderá aquí en cuanto vuelva.',
  it: 'In questo momento il team non c’è e ti risponderà qui appena torna.',
  pt: 'A equipa não está disponível neste momento e vai responder aqui assim que voltar.',
  nl: 'Het team is er nu niet en laat je hier iets weten zodra het terug is.',
  pl: 'Zespołu teraz nie ma; odpowie tutaj, gdy tylko wróci.',
  tr: 'Ekip şu anda yerinde değil, döner dönmez size buradan yanıt verecek.',
};

/** That a member asked too much, and when they may ask again. */
export function describeLimit(language: Language, againAt: Date): string {
  return fill(OVER_LIMIT[language], againAt);
}

/** That the team is away, and until when. */
export function describeAbsence(language: Language, { backAt }: Absence): string {
  return backAt === null ? AWAY_FOR_LONG[language] : fill(AWAY[language], backAt);
}

/** A second early, the reader would be refused once more. */
function fill(text: string, at: Date): string {
  const seconds = Math.ceil(at.getTime() / 1000);
  return text.replaceAll('{at}', `<t:${seconds}:F>`).replaceAll('{in}', `<t:${seconds}:R>`);
}
