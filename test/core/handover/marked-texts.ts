/** A text that an owner marked; two that say the same in slightly other words, and two of the same matter that do not. */
type MarkedText = readonly [
  marked: string,
  near: readonly [string, string],
  related: readonly [string, string],
];

/** Thirty of them, written for the threshold of nearness alone. */
export const MARKED_TEXTS: readonly MarkedText[] = [
  [
    'How long does a refund take if I ask for one within 14 days?',
    [
      'Hi, how long will a refund take when I ask within 14 days?',
      'how long does a refund take if i ask for it in 14 days',
    ],
    [
      'I asked for a refund 14 days ago and got nothing.',
      'Can I get a refund for the rank I bought yesterday?',
    ],
  ],
  [
    'What do I have to do to appeal a ban on the forum?',
    [
      'What must I do to appeal a ban in the forum?',
      'hello, what do i need to do to appeal a ban on the forum pls',
    ],
    ['I was banned on the forum and I appeal this ban.', 'Who can see the appeals on the forum?'],
  ],
  [
    'Do bans of the test server also count on the main server?',
    [
      'Do bans on the test server count on the main server too?',
      'do bans from the test server also count on main server?',
    ],
    ['I am banned on the main server since yesterday.', 'When does the test server open again?'],
  ],
  [
    'My parcel has been at the depot in Leeds for nine days.',
    [
      'My parcel is at the depot in Leeds for nine days now.',
      'parcel has been stuck at the depot in leeds for 9 days',
    ],
    ['Where is the depot in Leeds?', 'How many days does a parcel to Leeds take?'],
  ],
  [
    'Can somebody of you rename our guild to Nordlicht?',
    [
      'Can someone of you please rename our guild to Nordlicht?',
      'could somebody rename our guild to nordlicht',
    ],
    ['How do I join the guild Nordlicht?', 'Can I rename my pet?'],
  ],
  [
    'The boss in the ice cave has vanished with all our loot.',
    [
      'The boss in the ice cave vanished with all of our loot.',
      'hey, boss of the ice cave has vanished with all our loot!!',
    ],
    ['Which loot does the boss in the ice cave drop?', 'How do I get to the ice cave?'],
  ],
  [
    'Ich möchte meinen Stand auf dem Sommerfest anmelden.',
    [
      'Hallo, ich möchte gern meinen Stand auf dem Sommerfest anmelden.',
      'ich will meinen stand beim sommerfest anmelden',
    ],
    ['Wann beginnt das Sommerfest?', 'Wie viele Stände gibt es auf dem Sommerfest?'],
  ],
  [
    'Wie lange dauert eine Erstattung nach dem Widerruf?',
    [
      'Wie lange dauert die Erstattung nach einem Widerruf?',
      'wie lang dauert eine erstattung nach dem wiederruf',
    ],
    ['Ich will mein Geld zurück, ich widerrufe!', 'Wohin schicke ich den Widerruf?'],
  ],
  [
    'Wer gesperrt wird, verliert der seine Freunde in der Liste?',
    [
      'Verliert man seine Freunde in der Liste, wenn man gesperrt wird?',
      'wer gesperrt wird verliert der auch seine freunde in der liste?',
    ],
    ['Ich wurde gesperrt und verstehe nicht warum.', 'Wie füge ich Freunde zur Liste hinzu?'],
  ],
  [
    'Die Waschmaschine im Keller von Haus 7 läuft aus.',
    ['Im Keller von Haus 7 läuft die Waschmaschine aus.', 'waschmaschine im keller haus 7 läuft aus'],
    ['Wann kann ich die Waschmaschine im Keller benutzen?', 'Wo ist der Keller von Haus 7?'],
  ],
  [
    'Unser Trainer ist krank, wer übernimmt die Stunde am Montag?',
    [
      'Unser Trainer ist krank. Wer übernimmt am Montag die Stunde?',
      'trainer ist krank, wer übernimmt die stunde montag',
    ],
    ['Wann ist die Stunde am Montag?', 'Wie heißt unser Trainer?'],
  ],
  [
    'Bitte tragt mich für den Workshop am Freitag ein.',
    ['Tragt mich bitte für den Workshop am Freitag ein!', 'bitte mich für den workshop am freitag eintragen'],
    ['Was kostet der Workshop am Freitag?', 'Was lernt man im Workshop?'],
  ],
  [
    'Combien de temps prend un remboursement après une annulation ?',
    [
      'Bonjour, combien de temps prend le remboursement après une annulation ?',
      'combien de temps pour un remboursement apres annulation',
    ],
    ['Je veux un remboursement tout de suite.', 'Comment faire une annulation ?'],
  ],
  [
    'Le distributeur du hall a avalé ma carte de membre.',
    [
      'Le distributeur dans le hall a avalé ma carte de membre.',
      'distributeur du hall a avale ma carte membre',
    ],
    ['Combien coûte la carte de membre ?', 'Où est le distributeur du hall ?'],
  ],
  [
    '¿Qué pasa con mis puntos si me banean una semana?',
    [
      '¿Qué pasa con los puntos si me banean por una semana?',
      'que pasa con mis puntos si me banean 1 semana',
    ],
    ['Me banearon hace una semana sin motivo.', '¿Cómo gano puntos?'],
  ],
  [
    'La puerta del gimnasio no abre con mi tarjeta nueva.',
    [
      'La puerta del gimnasio no se abre con mi tarjeta nueva.',
      'hola, la puerta del gimnasio no abre con la tarjeta nueva',
    ],
    ['¿A qué hora abre el gimnasio?', '¿Cuánto cuesta una tarjeta nueva?'],
  ],
  [
    'Quanto tempo ci vuole per un rimborso con PayPal?',
    ['Quanto tempo ci vuole per il rimborso con PayPal?', 'quanto tempo serve per un rimborso con paypal'],
    ['Voglio un rimborso, ho pagato due volte con PayPal.', 'Posso pagare con PayPal?'],
  ],
  [
    'O elevador do bloco B parou entre dois andares.',
    ['O elevador do bloco B parou entre 2 andares.', 'elevador do bloco b esta parado entre dois andares'],
    ['Onde fica o elevador do bloco B?', 'Quantos andares tem o bloco B?'],
  ],
  [
    'Hoe lang duurt een terugbetaling als ik binnen een week opzeg?',
    [
      'Hoe lang duurt de terugbetaling als ik binnen een week opzeg?',
      'hoelang duurt een terugbetaling als ik in een week opzeg',
    ],
    ['Ik heb opgezegd en wil mijn geld terug.', 'Hoe zeg ik op?'],
  ],
  [
    'De vlag op het dak van het clubhuis is weggewaaid.',
    ['De vlag op het dak van ons clubhuis is weggewaaid.', 'vlag op het dak van het clubhuis weggewaaid'],
    ['Welke vlag hangt op het clubhuis?', 'Hoe laat gaat het clubhuis open?'],
  ],
  [
    'Ile trwa zwrot pieniędzy po rezygnacji?',
    ['Ile trwa zwrot pieniędzy po mojej rezygnacji?', 'ile trwa zwrot pieniedzy po rezygnacji'],
    ['Chcę zwrotu pieniędzy, nic nie działa.', 'Jak zgłosić rezygnację?'],
  ],
  [
    'Kapının şifresi değişti mi, hiçbirimiz giremiyoruz.',
    [
      'Kapının şifresi değişti mi? Hiçbirimiz içeri giremiyoruz.',
      'kapinin sifresi degisti mi hicbirimiz giremiyoruz',
    ],
    ['Kapı saat kaçta açılıyor?', 'Şifremi nasıl değiştiririm?'],
  ],
  [
    'We found a wallet in the sauna this morning.',
    ['We found a wallet in the sauna today in the morning.', 'found a wallet in the sauna this morning'],
    ['Is the sauna open this morning?', 'Where do I hand in a wallet?'],
  ],
  [
    'What happens to my account when my subscription ends?',
    [
      'What happens with my account when the subscription ends?',
      'what happens to my acc when my subscription ends',
    ],
    ['My account was closed although my subscription has not ended.', 'How do I end my subscription?'],
  ],
  [
    'Our whole class wants to visit the workshop in May.',
    [
      'Our whole class would like to visit the workshop in May.',
      'hello! our whole class wants to visit your workshop in may',
    ],
    ['When is the workshop open in May?', 'What does a visit to the workshop cost?'],
  ],
  [
    'Is a chargeback a reason for a ban?',
    ['Is a chargeback a reason to get a ban?', 'is a charge back a reason for a ban?'],
    ['I made a chargeback and now I have a ban.', 'What is a chargeback?'],
  ],
  [
    'Könnt ihr die Lampe vor dem Eingang reparieren?',
    ['Könnt ihr bitte die Lampe vorm Eingang reparieren?', 'koennt ihr die lampe vor dem eingang reparieren'],
    ['Wo ist der Eingang?', 'Welche Lampe passt vor den Eingang?'],
  ],
  [
    'The mentor of my group never turned up to the first call.',
    [
      'My group’s mentor never turned up to the first call.',
      'the mentor of our group never turned up for the first call',
    ],
    ['Who is the mentor of my group?', 'When is the first call?'],
  ],
  [
    'Was passiert mit meinem Guthaben, wenn ich kündige?',
    [
      'Was passiert mit dem Guthaben, wenn ich kündige?',
      'hey was passiert mit meinem guthaben wenn ich kündige??',
    ],
    ['Ich habe gekündigt und mein Guthaben ist weg.', 'Wie lade ich Guthaben auf?'],
  ],
  [
    'How old must I be to get my voice role back?',
    ['How old do I have to be to get my voice role back?', 'how old must you be to get the voice role back'],
    ['I want my voice role back.', 'What is the voice role?'],
  ],
];
