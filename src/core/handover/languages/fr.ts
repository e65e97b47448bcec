import type { ReasonRules, Vocabulary } from '../pattern.ts';

/** Apostrophes are gone when the rules read: `jai` is "j'ai", and `ma` is "ma" and "m'a". */
const WORDS: Vocabulary = {
  general: [
    'comment|combien|quel|quels|quelle|quelles|quand|a_quoi|est_ce_que_vous|est_ce_quon|est_ce_que_je|est_ce_que_cest|est_ce_possible|est_il|est_elle|existe_t|y_a_t_il|ya_t_il|est_ce_quil_y|quest_ce|cest_quoi|que_se_passe|quarrive',
    'ou_puis_je|ou_est_ce|ou_trouv*|ou_peut|ou_se|ou_voir|ou_je|^ou|puis_je|peut_on|on_peut|peut_il|dois_je|faut_il|doit_on|acceptez_vous|proposez_vous|faites_vous|avez_vous|offrez_vous|savoir|connaitre|demande_si|par_curiosité|curieux',
    'en_général|généralement|normalement|tuto|tutoriel|expliqu*|politique*|conditions|règlement|délai|délais|article|actualité*|reportage|infos_sur|la_loi|possible_de|possible_d|cest_possible',
    '{hypothetical}|{fiction}',
  ],
  hypothetical: [
    'si|au_cas_où|que_se_passe|quarrive|risque*|éviter|évite|pour_ne_pas|avant_de|empêch*|protég*|lorsque|quand_on|imagin*|disons|serait|voudrait',
  ],
  fiction: [
    'rp|roleplay|jeu_de_rôle|personnage|perso|quete|quetes|quête*|boss|mob|mobs|donjon|pnj|roman|film|série|histoire|livre|lore|scénario|héros|chanson|pvp|raid|creeper*|zombie*|squelette*|monstre*|dragon|sorcière|araignée*',
  ],
  i: [
    'je|jai|jsuis|chui|chuis|jy|nai|moi|on_ma|ils_mont|me|mes|mon|ma|mont|mavez|mas|nous|notre|nos|javais|jétais|jvous|jattends',
  ],
  my: ['mon|ma|mes|notre|nos|le_compte_de|leur'],
  want: [
    'veux|veut|jveux|voudrais|voudrait|voulons|aimerais|aimerait|souhaite|souhaiterais|souhaitons|exige|exigeons|demande|réclame|besoin|faut|faudrait|svp|stp|please|plz|merci_de|veuillez|sil_vous|sil_te|pouvez_vous|pourriez_vous|peux_tu|pourrais_tu|attends|prière|pouvoir',
  ],
  not: [
    'pas|rien|jamais|aucun|aucune|plus|tjrs_pas|toujours_pas|tjr_pas|narrive|nest|na|impossible|nul|personne',
  ],
  adverb: [
    'toujours|tjrs|tjr|encore|actuellement|définitivement|injustement|moi|aussi|tout|bien|la|deja|de|nouveau|perma|donc|du|coup|a|vie|maintenant|aujourdhui|hier|complètement|carrément|juste|vraiment|temporairement|soudainement|automatiquement|ip|été|être|fait|faire|par|erreur|subitement|apparemment|visiblement|direct|directement|mystérieusement|sûrement|probablement',
  ],
  someone: [
    'quelquun|qqn|qqun|joueur|joueurs|joueuse|membre|membres|mec|mecs|type|gars|personne|gens|utilisateur*|inconnu*|homme|femme|adulte|il|ils|elle|elles|on|ex|copain|voisin|modo|modérateur|admin|groupe|garçon|fille|monsieur|ami|amie|certains|celui|une_meuf|un_gamin',
  ],
  mate: [
    'pote|potes|frère|frères|ami|amie|amis|copain|copine|soeur|fils|fille|cousin|cousine|mari|femme|coéquipier|alt',
  ],
  // Safety
  child: [
    'mineur|mineurs|mineure|mineures|enfant|enfants|fille|filles|fils|fillette|ado|ados|gamin|gamine|gamins|gosse|gosses|petite_soeur|petit_frère|soeur|frère|#_ans|collégien*|élève|élèves|jeune|jeunes',
  ],
  sexual: [
    'nude|nudes|nue|nues|nu|nus|dénudé*|sexuel*|sexe|porno*|intime|intimes|obscène*|déplacé|déplacés|déplacées|pervers*|pédophil*|pédo|pédos|prédateur*|pelotage|dick_pic*|nsfw|culotte|lingerie|seins',
  ],
  private: [
    'adresse|numéro|num|tel|téléphone|ip|identité|vrai_nom|nom|prénom|photo|photos|vidéo|vidéos|données|infos|informations|coordonnées|école|visage|conversations|domicile',
  ],
  published: [
    'publi*|posté|poste|postent|poster|divulgu*|partagé|partage|partager|partagent|diffus*|balancé|balance|balancent|leak|leaké|leake|leakée|leaker|affiché|affiche|révél*|fuité|dévoil*|mis_en_ligne|propage|circul*|donné|donne|envoyé|envoie',
  ],
  insult: [
    'racis*|homophob*|antisémit*|transphob*|haineu*|nazi*|xénophob*|sexiste*|islamophob*|négro|nègre|négre|sale_arabe|sale_noir|sale_juif|bougnoule|pédé|tapette',
  ],
  // Payment
  money: [
    'argent|largent|dargent|fric|thune|thunes|sous|euros|euro|eur|€|pognon|balles|pièces|solde|dollars|montant',
  ],
  charged: ['débit*|prélev*|factur*|encaiss*|ponction*|retiré|retirés|retirée'],
  paid: [
    'payé|payée|payés|payer|paye|acheté|achetée|achetés|achète|achetée|commandé|commandée|réglé|versé|dépensé|abonné|abonnée|souscrit|donation|offert|précommandé|viré|paiement|achat',
  ],
  goods: [
    'commande|commandes|colis|paquet|achat|achats|grade|rang|vip|pack|skin|gemmes|pièces|crédits|coins|produit|article|livraison|clé|clef|code|nitro|premium|abonnement|paiement|jeu|kit|boost|points|récompense|items|carte_cadeau|virement|remboursement',
  ],
  got: [
    'reçu|recu|reçue|reçus|reçu|arrivé|arrivée|arrivés|arrive|obtenu|obtenue|activé|activée|livré|livrée|livrés|apparu|apparait|crédité|créditée|crédités|débloqué|débloquée|donné|envoyé|eu|validé|validée|ajouté|disponible|valable|actif|la_commande',
  ],
  twice: [
    'deux_fois|2_fois|2x|trois_fois|3_fois|3x|double|en_double|doublon|plusieurs_fois|#_fois|deuxième_fois|à_nouveau',
  ],
  cancelled: ['résili*|annulé|annulée|annuler|désabonn*|arrêté_mon_abonnement|stoppé|désinscri*'],
  // Ban
  banned: [
    'ban|banni|bannie|bannis|bannies|banned|bannir|mute|muté|mutée|muted|kick|kické|kickée|kicked|expulsé|expulsée|expulsés|expulse|suspendu|suspendue|suspendus|exclu|exclue|exclus|bloqué|bloquée|bloqués|sanctionné|sanctionnée|warn|warné|blacklisté|blacklist|timeout|time_out|viré|virée|éjecté|éjectée|dégagé|dégagée|réduit_au_silence|puni|punie|restreint|shadowban|permaban|tempban|ban_def',
  ],
  bansure: [
    'ban|banni|bannie|bannis|bannies|banned|mute|muté|mutée|kick|kické|kickée|expulsé|expulsée|suspendu|suspendue|exclu|exclue|sanctionné|sanctionnée|warn|blacklisté|permaban|shadowban|timeout',
  ],
  ban: [
    'ban|bans|bannissement|mute|kick|suspension|exclusion|sanction|sanctions|expulsion|timeout|time_out|avertissement|warn|warns|blocage|permaban|punition|bannissements',
  ],
  unban: ['déban*|démut*|dé_ban|réintégr*|débani|débannir|débannissement|de_ban|lever_la_sanction'],
  unfair: [
    'sans_raison|sans_motif|sans_aucune|sans_explication|sans_explications|sans_avertissement|sans_prévenir|sans_preuve|sans_preuves|pour_rien|à_tort|injust*|par_erreur|une_erreur|cest_une_erreur|abus|abusif|abusé|pourquoi|pq|pk|prq|pourkoi|innocent*|rien_fait|pas_triché|jamais_triché|rien_dit|aucune_raison|aucun_motif|levée|lever|réexamin*|réduire|revoir|annuler|enlever|retirer|vérifier|reconsidér*|contest*',
  ],
  // Account
  account: [
    'compte|comptes|account|profil|session|mdp|mot_de_passe|mots_de_passe|identifiant|identifiants|email|mail|adresse_mail|discord|steam',
  ],
  stolen: [
    'pirat*|hack|hacké|hackée|hackés|hacker|hack*|volé|volée|volés|volées|voler|vol|usurp*|compromis|détourné|cracké|dérobé*|chipé|fishing|phishing',
  ],
  login: [
    'connecter|connexion|connecte|reconnecter|accéder|accès|rentrer|entrer|loguer|logger|log|login|identifier|authentifier|ouvrir|récupérer|accede|dacces',
  ],
  // Human
  person: [
    'humain|humaine|humains|quelquun|qqn|conseiller|conseillère|agent|opérateur|opératrice|modo|modos|modérateur|modératrice|modérateurs|admin|admins|ladmin|administrateur|staff|staffs|responsable|équipe|léquipe|support|service_client|sav|technicien|interlocuteur|vrai_personne|vraie_personne|une_personne|personne_réelle|vrais_gens|vraies_personnes|gérant|chef|manager|supérieur|fondateur|membre_du',
  ],
  staff: [
    'humain|conseiller|conseillère|agent|opérateur|modo|modérateur|modératrice|admin|administrateur|staff|responsable|technicien|interlocuteur|fondateur',
  ],
  talk: [
    'parler|parle|discuter|échanger|joindre|appeler|passer|passe|passez|contact|relation|transf*|entretenir|communiquer|dialoguer|redirig*|orienter|parlez|connecter|tchatter|chatter|causer',
  ],
  look: [
    'maider|aider|venir|vienne|viennent|vient|regarde|regarder|intervenir|intervienne|répondre|réponde|occupe|occuper|prenne|prendre|jeter_un|vérifie|vérifier|contacte|contacter|rappelle|traiter|traite|help|tp|rejoindre',
  ],
};

const SAFETY: ReasonRules = {
  reason: 'safety',
  vocabulary: WORDS,
  always: [
    // Self-harm
    'envie|veux|voudrais|vais|pense|pensé|pensais|songe|préfère|aimerais|jveux|veut|va|voulais|essayé|tenté|besoin .. me_tuer|me_suicider|suicider|me_pendre|se_tuer|se_suicider|me_buter|me_foutre_en_lair|me_faire_du_mal|se_faire_du_mal|men_finir|me_couper|me_mutiler & !{fiction}',
    'je|jai|jveux|moi .. envie|veux|voudrais|aimerais|préfère|préférerais de? mourir|crever|en_finir|disparaitre|ne_plus_exister|être_mort|être_morte & !{fiction}',
    'dit|dise|écrit|disait .. veut|envie|voulait|va .. mourir|en_finir|se_tuer|sauter & {someone}|{mate} & !{fiction}',
    'plus|aucune|aucun|pas envie|raison|force|goût|gout|courage|sens|intérêt de|a|à vivre|continuer_à_vivre|continuer_a_vivre|être_la|exister',
    'veux|peux|veut|supporte plus vivre|exister|être_là|être_en_vie|de_cette_vie|la_vie',
    'en_finir avec|maintenant|ce_soir|cette|pour|une & je|jai|ma|moi|vie',
    'mettre|mets|met|mettrai .. fin .. jours|vie',
    'je|me|jai|se|elle|il .. mutile|scarifie|mutilé|scarifié|suicide|suicider|taillade|coupe_les_veines|coupé_les_veines|ouvre_les_veines|automutil*',
    'pensées|idées|envies|tendances|lettre suicid*|noires|de_suicide|de_mort',
    'mieux|meilleur .. sans_moi|si_jétais_mort|si_jétais_morte|mort|morte & je|jai|monde|vie',
    'avalé|pris|prend|avaler|davaler|ingéré|prendre|gobé .. médicaments|cachets|comprimés|pilules|médocs|somnifères|boite',
    // Threats
    'me|ma|mont|mas|nous|te|vous|reçois|recois|reçu|recu|subi|victime|sous|suis|fait|été|sa|ses|des .. menac* & !{fiction}',
    'menac* .. moi|me|mort|viol|tuer|frapper|venir|divulg*|publi*|ma|mon|famille|mes & !{fiction}',
    'va|veut|vont|veulent|dit|vais|compte|viendr*|jure|promis|venir|jvais .. me|te|nous tuer|frapper|tabasser|buter|planter|violer|égorger|poignarder|crever|défoncer|retrouver|niquer|démolir|casser & !{fiction}',
    'va|veut|vont|veulent|dit|vais|compte|viendr*|jure|venir|jvais .. tuer|frapper|tabasser|violer|poignarder|brûler|attaquer|tirer .. famille|frère|soeur|mère|père|école|lycée|collège|maison|chat|chien|toi & !{fiction}',
    'sait|savent|connait|connaissent|trouvé|découvert|retrouvé .. ou_jhabite|ou_je_vis|mon_adresse|ou_on_habite|ou_je_travaille|mon_école|mon_lycée|mon_vrai_nom|ou_nous_habitons|ma_maison',
    'débarquer|venir|vient|viendra|viendrait|viennent|passer|attend|attendre .. chez_moi|chez_nous|mon_école|devant_chez|mon_lycée|ma_maison|bas_de_chez & {someone}|menac*|frapper',
    'peur pour ma|mon|sa vie|sécurité|fille|fils|enfant|famille|intégrité',
    // Doxxing
    '{someone} .. {published} .. mon|ma|mes|notre|nos {private}',
    'mon|ma|mes|notre|nos|sa|ses {private} .. ont_été|a_été|a|été|sur|circul*|fuité .. {published}',
    'photos|vidéos|images|photo|vidéo .. de_moi|de_ma_fille|de_mon_fils|sans_mon|sans_notre & {published}|{someone}|consentement|accord|autorisation',
    'me|ma|mont|nous|fait .. dox|doxx|doxé|doxxé|doxer|doxxer|doxent|swat|swatté',
    // Harassment
    'me|ma|mont|nous|suis|fait|fais|être|été|vous .. harcel*|harcèl*|persécut*|intimid*|humili*|rabaiss*',
    'harcel*|harcèl* .. moi|ma|mon|mes|une|autres|membres|joueurs|joueuses|filles|tout_le_monde|sur|depuis & {i}|{someone} & !{general}',
    'me|ma|mont|nous|fais|fait|mas .. insult*|rackett*|chant*|faire_chanter & ~bonjour|chanson & !{fiction}',
    'insult* .. moi|mon|ma|mes|ma_mère|famille|autres_joueurs|tout_le_monde|continu* & {i}|{someone} & !{general}',
    'fait|font|faire chanter',
    'traité|traite|traitée|traiter|traitent|appelé de {insult}|pute|salope|fils_de|connard|connasse|pd|merde|chien|noir|arabe|juif|sale|grosse',
    'arrête|arrêtent|cesse|lâche pas|plus de? .. insulter|menvoyer|mécrire|harceler|suivre|menacer|contacter|spammer|stalker|appeler',
    'me|ma|mont|nous stalk*|stalke|traque|espionne|agress*|agressé|touch*|frapp*|violé|viole|battu|séquestr* & !{fiction}',
    'mon|ma|mes père|mère|parents|beau_père|mari|copain|ex|oncle|frère me bat|frappe|tape|viole|touche|menace',
    '{insult} .. contre|envers|sur|dans|par|à & {i}|{someone}|chat|vocal|serveur & !{general}',
    'propos|insultes|commentaires|messages|blagues|discours|injures|remarques {insult} & !{general}',
    // Minors
    '{someone}|demand*|envo* .. nudes|photos_nues|photos_nue|photos_dénud*|photos_intimes|photo_intime|photos_de_moi_nue|photos_sexuelles|photo_nue|vidéo_intime|photos_coquines & !{general}',
    '{child} .. sexuel*|nude*|nue|nues|pédo*|intime*|dénudé*|rencontrer|rdv_irl|rendez_vous_seul & {someone} & demand*|envo*|messages|photos|avec|propose|écri*|parle|veut|rencontr*|contact* & !{general}',
    'demand*|envo*|propose*|messages|photos|avances|contenu*|conversations|contacte|drague|rencontrer|parle .. .. {child} & {sexual}|adulte|#_ans|vieux|homme|rencontrer & !{general}',
    '{sexual} .. à|a|de|avec|envers|des|aux {child} & !{general}',
    'pédophile*|pédo|prédateur* & sur|serveur|membre|joueur|ici|dans|parle|envoie & !{general}',
    // Emergency
    'appel*|besoin|envoyez .. ambulance|samu|pompiers|police|secours|gendarmes & urgen*|vite|aide*|danger|svp|blessé*|moi',
    'urgence vitale|médicale',
    'est|suis|en|vie .. en_danger & ~espèce & !{general} & !{fiction}',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    'suicid*|automutil*|scarifi* & je|jai|mon|ma|ami|amie|il|elle|quelquun|membre|joueur',
    'menac* & moi|me|ma|mont|joueur|membre|quelquun|mort|il',
    'harcèlement|cyberharcèlement|doxxing|doxing|chantage|extorsion|pédopornographi*|agression|attouchement* & {i}|{someone}|victime|signaler|signale',
    'message*|mp|photo*|vidéo* {sexual} & {i}|{someone}',
    'signaler|signale|signalé|signalez|dénonc* .. menac*|insult*|racis*|harc*|{insult}|pédo*',
    'vrai|réel danger|urgence',
  ],
};

const PAYMENT: ReasonRules = {
  reason: 'payment',
  vocabulary: WORDS,
  always: [
    // Wanted back
    'remboursez|rembourse|remboursé|rembourser moi|nous|mon|ma|mes|vite|svp|stp|sil',
    'rend*|récup*|redonn*|retourn*|restitu*|ravoir|retrouver|revoir|reprendre .. mon|mes|notre|nos|les|{my} {money}',
    '{want} .. mon|mes|notre|nos argent|sous|thunes|fric|pognon|euros|#_euros|#_€',
    'mon|notre|mes argent|sous|thunes|fric|solde|euros .. perdu|perdus|disparu|volé|volés|parti|bloqué|où|parti',
    'ou_est|ou_sont|ou_en_est|cest_ou|est_ou|ou_reste mon|ma|mes|notre|le|la argent|sous|commande|colis|achat|remboursement|paiement|livraison|paquet|virement',
    'attends|attend|attendons|reçu|recu|réponse|nouvelles|promis|eu .. remboursement & ~merci & !{general}',
    'pas|jamais|refus*|toujours|refusez .. me|mavez|être|été|mont|ma|nous rembours*',
    // Charged
    'jai|ai|ma|mont|mavez|mas|avez|suis|été|on|me|vous|carte .. {charged}|payé|paye|payer|compté .. {twice} & ~en & !en_deux|en_trois|en_2|en_3|en_plusieurs',
    'me|ma|mont|mavez|mas|nous|continuez|continue .. débité|débitez|débite|débitée|débiter|prélev*|facturé|facturez|facture|facturer|ponctionn*|encaissé & !{general}',
    'jai|suis|ai|été|sommes|étais été? débité*|prélevé*|facturé*|ponctionné*',
    'mon|ma compte|carte|banque|paypal .. a_été|vient|sest|est|été .. {charged} & !{general}',
    '{charged}|paiement|achat|achats|transaction|dépense|facture .. pas_autoris*|jamais_autoris*|non_autoris*|frauduleu*|inconnu*|jamais_fait|pas_effectué|pas_demandé|jamais_demandé|inattendu|suspect* & !{general}',
    'reconnais|comprends|connais|validé|autorisé pas .. {charged}|achat|transaction|paiement|débit|facture|somme|montant',
    'jai|javais|ai|avoir|on_a .. {cancelled}|résiliation & {charged}|payer|renouvel*|reconduit',
    '{cancelled} .. mais|et|pourtant|alors .. {charged}|renouvel*|payer',
    // Paid, nothing received
    'jai|javais|ai|on_a|avons|avoir|après|je|mon|ma .. {paid} & rien|pas|jamais|aucun|aucune|toujours_rien|tjrs_rien .. {got}|{goods}|vu|sur_mon|marche|fonctionne|fonctionné|marché & !{general}',
    'rien|pas|jamais|aucun|aucune .. {got} & jai|javais|ai|avons .. payé|acheté|commandé|réglé|précommandé|versé|dépensé|pris',
    'jai|javais|ai|on_a|avons .. payé|acheté|commandé|réglé|versé|dépensé .. .. rien|toujours_pas|tjrs_pas|jamais|disparu|bloqué|en_attente|erreur|perdu|sans_rien|refus*|défectueux|cassé & !jamais_payé|pas_payé|rien_payé|rien_acheté|pas_acheté|en_trois & ~souci|problème',
    'mon|ma|mes|notre|nos {goods} .. pas|jamais|rien|plus|toujours_pas .. {got}',
    'pas|jamais|rien|toujours_pas|aucun .. reçu|recu|eu|obtenu|livr* .. mon|ma|mes|le|la|les|ce|cette|du|de .. {goods} & ~souci|problème',
    'mon|ma|mes colis|commande|paquet|livraison|achat .. perdu*|disparu*|cassé*|abimé*|abîmé*|endommagé*|retard*|vide|incomplet|incomplète|en_attente|bloqué*|mauvais*|défectueu* & !{general}',
    'reçu|recu|livré|eu .. mauvais|mauvaise|cassé*|abîmé*|défectueu*|endommagé*|vide|incomplet & {goods}|commandé|acheté|payé',
    // Disputes and fraud
    'vais|va|ouvrir|ouvert|lancer|faire|fais|lancé|ouvre|fait|demander|demandé .. litige|chargeback|opposition|rétrofacturation|réclamation_paypal & {i}|paypal|banque & !{fiction} & !comment',
    'me|ma|mont|mavez|suis|jai_été|fait|sommes|mas .. arnaqu*|escroqu* & !{fiction}',
    'bande|vous .. arnaqueur*|escroc*|voleur*|arnaque',
  ],
  unlessHypothetical: [
    'puis_je|pourrais_je|je_peux|je_pourrais|puisse|comment_je|comment_me|comment_faire .. être|me|avoir|obtenir|demander|un + rembours* & !politique*|conditions|infos|lire|délai*',
    'je .. {want} .. annul* .. commande|achat|paiement|transaction|précommande|virement & !comment',
    'ma|mon commande|achat|paiement|abonnement .. annul*|rembours* .. {want}',
    'possible|pouvez_vous|peux_tu|svp|stp .. annul* .. ma|mon|lachat|la|ma|mes commande|achat|paiement',
  ],
  unlessGeneral: [
    'rembours* & je|jai|mon|ma|mes|moi|veux|voudrais|exige|demande|svp|stp|souhaite|toujours|pas|jamais|veuillez|attends',
    'demande de remboursement',
    '{paid}|achat|commande|abonné .. par_erreur|sans_faire_exprès|sans_le_vouloir|par_accident|sans_faire_expres|sans_mon_accord|sans_autorisation|trompé',
    'par_erreur|sans_faire_exprès|par_accident|sans_le_vouloir|sans_autorisation|sans_mon .. {paid}|achat|commande|carte',
    '{paid}|{charged}|facture|montant|prix & trop|au_lieu_de|au_lieu|incorrect*|faux|fausse|erreur|plus_que_prévu|plus_cher_que|anormal & {i}|votre|vos',
    'en_trop|trop_perçu|double_paiement|double_facturation|double_prélèvement|double_débit|paiement_en_double|surfactur* & {i}|#|euros|€|compte',
    'code|clé|clef|key|carte_cadeau|bon .. déjà_utilis*|invalide|pas_valide|marche_pas|fonctionne_pas|non_valide|marche_plus & {paid}|acheté|payé|reçu',
    '{goods} .. acheté|payé|payée|achetée|commandé|commandée .. pas|jamais|rien|disparu|plus|bug*',
    '{paid} & {goods} .. disparu*|perdu*|retiré*|enlevé*|supprimé*|expiré & {i}',
    'litige|chargeback|arnaque|arnaqueurs|escroquerie|fraude & paiement|carte|achat|{i}|vous & !signaler',
    'paiement|virement|transaction .. passé|validé|accepté|effectué|débité|refusé & mais|pas|rien|pourtant|toujours|deux_fois & {i}|commande|grade|vip',
  ],
};

const BAN: ReasonRules = {
  reason: 'ban',
  vocabulary: WORDS,
  always: [
    // Said of oneself
    'jai|ai|avons|javais|avoir|nai|aurais|viens|vient|venons été|detre|être {adverb}? {adverb}? {adverb}? {banned}',
    'viens|vient|venons|avoir detre|detre {adverb}? {adverb}? {banned}',
    'je|jsuis|chui|chuis|jétais|suis|sommes|on_est suis|étais? {adverb}? {adverb}? {adverb}? {banned} & ~jai|ai & !pas_encore & ~ne_suis_pas',
    'me|jme|nous suis|étais|sommes|fais|fait fait|faire? {adverb}? {adverb}? {banned}',
    'me|mes|jme faire|fait|font|suis_fait|fais {adverb}? {banned} & !{general}',
    'on_ma|on_mas|ma|mont|mavez|mas|mavait|mavoir|mavaient|nous_a|nous_ont|nous_avez|ma_t {adverb}? {adverb}? {banned}',
    'me|nous bannissez|bannissent|bannit|mutez|kickez|kickent|expulsez|expulse|virez|vire',
    'il|ils|vous|on|tu|elle|qui|bot me|nous ban|mute|kick|kicke|warn',
    'mon|mes|notre|nos|ma compte|comptes|profil|accès|pseudo|ip|account .. {banned} & !{general}',
    'mon|mes|notre ban|bans|bannissement|mute|kick|timeout|warn|permaban & ~merci',
    'pourquoi|pq|pk|prq|pourkoi|raison|motif .. je|jai|mon|suis|ma|mont|mavez|été .. {bansure}',
    'jai|je|viens|nous .. pris|reçu|recu|eu|mangé|écopé|écope|prends|bouffé .. un|une|dun|dune|de? {ban} & !{general}',
    'rien_fait|rien_dit|pas_triché|jamais_triché|pas_tricher|pas_insulté|innocent|innocente|respecté_les|rien_fait_de_mal|respecte_les & {bansure}|bannissement|sanction',
    // Wants to be let back in
    '{unban} moi|nous|mon|svp|stp|sil_vous|sil_te',
    'demande|jaimerais|veux|voudrais|être|quand|puis_je .. unban|unmute & !{fiction}',
    '{want}|être|me|mon|quand|demande|puis_je|peux .. {unban} & !{fiction}',
    'contest*|faire_appel|fais_appel|appel|appeal|recours|réclamation|plainte .. mon|ma|mes|du|de|ce|cette|la|le|contre|un|une|dun|dune .. {ban} & !{fiction}',
    'lever|levez|annuler|annulez|retirer|retirez|enlever|enlevez|réduire|revoir|réexaminer|réexaminez|supprimer|levée|reconsidérer .. mon|ma|ce|cette|le|la|de ban|bannissement|mute|suspension|sanction|exclusion|timeout|warn & {i}|svp|stp|vous & !{general}',
    'deuxième|seconde|autre chance & {banned}|{ban}|revenir|serveur & !{fiction}',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    'mon|ma|mes|cette|ce|notre|la|le {ban} & {unfair}|contest* & {i}',
    '{bansure} .. {unfair} & {i}|{mate}',
    '{unfair} .. {bansure} & {i}|{mate}',
    '^{bansure} & {unfair}',
    'mon|ma|mes {mate} .. {bansure}',
    '{bansure} .. mon|ma|mes {mate}',
  ],
};

const ACCOUNT: ReasonRules = {
  reason: 'account',
  vocabulary: WORDS,
  always: [
    // Stolen
    'mon|mes|ma|notre|son {account} .. {stolen} & !{general}',
    'mon|mes|ma|notre|son {account} piraté|hacké|volé|usurpé|compromis',
    'me_suis|jai|on_ma|mont|suis|été|ma|fait|mas|a .. pirat*|hack*|usurp* .. .. {my}|le {account} & !{general}',
    'me_suis|jai_été|on_ma|ils_mont|mont|je_suis|suis|mavez|ma fait|été? fait? pirater|piraté|piratée|hacker|hacké|hackée|hack|usurper|phisher',
    'me_suis|on_ma|mont|ma|jai|nous|fait .. vol* .. {my}|le|la|un .. items|stuff|objets|objet|inventaire|coffre|coffres|skins|skin|compte|diamants|équipement|affaires|ressources|armes|kamas',
    'quelquun|qqn|inconnu|autre|hacker|pirate|personne|gars|mec|il .. connecté|connecte|accédé|accède|utilise|entré|accès|changé|modifié|pris|contrôle .. mon|mes|à_mon|ma {account} & !{general}',
    'mon|mes|ma mot_de_passe|mdp|mail|email|adresse_mail|pseudo|2fa .. changé*|modifié*|remplacé & sans|pas_moi|pas_fait|plus|quelquun|jai_pas|nai_pas|nest_pas_moi',
    // Locked out
    'plus|pas|impossible|jarrive|narrive|arrive|perdu|refus*|peux .. {login} .. .. mon|ma|mes|le|à_mon|à_ma compte|account|profil|boite_mail|adresse|mail|espace & !{fiction} & !{general}',
    'plus|pas|impossible|jarrive|narrive|peux .. {login} & perdu|changé|volé|cassé|plus_accès|oublié .. téléphone|tel|2fa|mail|email|numéro|portable|authentif*|double|code & {i} & !serveur_est',
    'perdu|plus|pas .. accès|acces|laccès .. compte|mail|email|adresse|boite|numéro|2fa & {i} & !{general}',
    'perdu .. mon|ma|mes compte|comptes|téléphone|2fa|authentificateur|codes & compte|connect*|accé*|2fa & !{general}',
    'récup*|retrouver|ravoir|rendez|reprendre mon|ma|notre|nos compte|comptes|account|profil & ~merci',
    'compte|progression|inventaire|grade|sauvegarde|données .. disparu*|supprimé*|effacé*|réinitialisé*|perdu*|désactivé*|vidé* & mon|ma|mes & !{general}',
    'code|mail|email|lien|sms .. vérification|confirmation|réinitialisation|connexion|validation|reset .. pas|jamais|rien|plus|marche_pas & {i} & !{general}',
    'lien|mail|email .. réinitialis*|mot_de_passe|mdp .. pas|jamais|marche|fonctionne|rien & {i} & !{general}',
    // Deletion
    '{want} .. suppr*|effac*|clôtur*|clotur*|ferme*|suppression|désactiv* .. mon|mes|ma|toutes|notre compte|comptes|données|infos|informations|messages|mes|profil & !{general}',
    'supprimez|effacez|clôturez|fermez|supprime|efface .. mon|mes|ma|toutes compte|comptes|données|mes|profil|infos|tout & !{general}',
    'droit .. oubli|loubli|effacement|leffacement & {i}|mes|mon',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    'suppression|effacement|clôture|fermeture .. mon|mes|ma|de_mon|de_mes compte|données|informations|profil',
    'rgpd|gdpr|cnil & mes|mon|mes_données|suppr*|effac*|données',
    '{account} .. {stolen} & {i}|mon|svp',
    'hack|hacké|piraté|piratage & mon|ma|mes|moi|jai & compte|mail|discord|account',
  ],
};

const HUMAN: ReasonRules = {
  reason: 'asked_for_human',
  vocabulary: WORDS,
  always: [
    '{want}|puis_je|peux|peut|pourrais|pourrait|possible|pouvoir|comment|faire|préfère|moi|aimerait|jpeux .. parler|discuter|échanger|dialoguer|parle|entretenir|causer .. à|a|avec|au|aux|un|une .. {person} & !de_la_pluie & !peut_on|on_peut',
    'parler|discuter|échanger avec|à|a|au un|une|le|quelquun|vrai|vraie|qqn|de? .. humain|humaine|vrai_personne|vraie_personne|conseiller|conseillère|quelquun|agent|modo|modérateur|admin|staff|responsable|équipe|membre',
    '{want}|puis_je|peux|pourrais|possible|pouvez_vous|pourriez_vous|peux_tu|pouvez|pourriez .. passer|passe|contact|relation|transf*|joindre|rediriger|connecter|avoir|contacter .. {person} & !comment|fonctionne|réponse & ~devenir|être|jeu & !{fiction}',
    'passez|passe|transf*|transmettez|mettez|redirigez|connectez moi|le|ma|mon|nous|ce|en .. {person}',
    'marre|pas|stop|sans|plus|arrête*|ras_le_bol|autre_chose|nul|inutile .. bot|bots|robot|robots|ia|machine|chatbot|automatique|automatiques|répondeur & {want}|parler|marre|humain|vrai*|ras|inutile|nul|comprend & !{general}',
    '{want}|cherche|appel*|trouve|voir|attends .. vrai|vraie|véritable|réel|réelle|humain|humaine .. personne|humain|conseiller|agent|quelquun|support|assistance|contact|réponse|interlocuteur|modo|admin|être_humain|aide|humaine',
    'un|une|le|quelquun|qqn|de|du {staff} svp|stp|please|plz|sil_vous|sil_te|vite|rapidement|urgent',
    '^{staff}|humain svp|stp|please|plz',
    '^{staff} $',
    '{staff}|quelquun_du|quelquun_de|un_membre|membre_du|qqn_du|équipe|léquipe|support .. peut|peux|pourrait|puisse|pourriez|pouvez|peuvent|regarde|vienne|prenne .. {look} & !{fiction} & !comment',
    'peut|peux|pourrait|possible|puisse|pourriez|faut|faudrait|jaimerais|veux|voudrais|aimerais .. quelquun_du|quelquun_de|un_membre|qqn_du|{staff}|léquipe .. {look}|dispo*|regarde & !{fiction} & !comment & ~devenir|être',
    'quelquun|qqn|membre|personne|gens du|de|dans staff|support|équipe|léquipe|team|modération|lassistance|la_modération|service_client|chez_vous .. {look}|{want}|dispo*|là|ici|peut|peux|pourrait & ~joue & !{general}',
    'y_a|ya|il_y_a|a_t_il .. {staff}|modos|admins .. dispo*|connecté*|en_ligne|là|ici|pour|qui & ~combien & !{fiction}',
    'appelez|appelle|envoyez|ramenez|faites_venir|ping un|une|le|les|moi {staff}|modos',
    'rappel*|appelez|téléphon* moi|me & {want}|quelquun|conseiller|agent|numéro|vous',
    '{want}|appel* .. être_rappelé|être_rappelée|quon_me_rappelle|me_rappeler|un_rappel|appel_téléphonique|quon_mappelle',
    // Nobody answers
    'personne|aucun|aucune|jamais|toujours_pas|pas|tjrs_pas|zéro|sans .. répond|réponds|répondez|répondu|réponse|réponses|retour|nouvelles & jours|semaine|semaines|mois|heures|depuis|fois|ticket|tickets|support|équipe|staff|vous|ici|me|ma|mavez & !{general} & !{fiction} & ~sondage',
    'attends|attend|attente|attendre|jattends|poireaute .. depuis|jours|semaine*|#_jours & réponse|retour|vous|ticket|équipe|support|staff|quelquun',
    'votre|vos|le|ce support|service|équipe|sav|staff|modos|modération|admins|service_client .. nul|nuls|nulle|inutile*|honteu*|catastroph*|incompétent*|lent|lente|minable|pourri*|inadmissible|abus*|corromp*|merde|pire',
    'porter|déposer|faire plainte|réclamation .. contre|sur|modo|staff|admin|équipe',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    '{want}|cherche|attends .. un|une|dun|dune|le|des|à_un {staff} & ~devenir|être|recrut*|grade|poste|rôle|role|candidat* & !{fiction}',
    '{talk} .. à|a|avec|au .. {person} & {i}|svp|stp',
    'agent|conseiller|opérateur|support|interlocuteur|contact|assistance humain|humaine|réel|réelle',
    'vrai|vraie|véritable personne|humain|agent|conseiller|modo|interlocuteur',
  ],
};

/** Who needs a person, in French. */
export const FRENCH: readonly ReasonRules[] = [SAFETY, PAYMENT, BAN, ACCOUNT, HUMAN];
