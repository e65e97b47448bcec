import type { Vocabulary } from '../../pattern.ts';

/**
 * Apostrophes are gone when the rules read: `jai` is "j'ai", and `ma` is "ma" and "m'a". What looks like a typo in
 * German or English is mended: `appeal` stands for "appel".
 */
export const FRENCH_WORDS: Vocabulary = {
  general: [
    'comment|combien|quel|quels|quelle|quelles|quand_est_ce|quand_sort|quand_vais|quand_puis|quand_est|quand_a|quand_aura|quand_sera|quand_seront|quand_arrive*|quand_recev*|quand_vont|quand_ouvr*|quand_suis|quand_serai*|quand_commence|a_quoi|est_ce_que_vous|est_ce_quon|est_ce_que_je|est_ce_que_mon|est_ce_que_ma|est_ce_que_mes|est_ce_que_cest|est_ce_possible|est_il|est_elle|existe_t|y_a_t_il|ya_t_il|est_ce_quil_y|quest_ce|cest_quoi|que_se_passe|quarrive',
    'ou_puis_je|ou_est_ce|ou_trouv*|ou_peut|ou_se|ou_voir|ou_je|^ou|puis_je|peut_on|on_peut|peut_il|dois_je|faut_il|doit_on|acceptez_vous|proposez_vous|faites_vous|avez_vous|offrez_vous|savoir|connaitre|on_ma_dit|on_m_a_dit|jai_entendu|jai_lu|parait_que|demande_si|par_curiosité|curieux',
    'en_général|généralement|normalement|tuto|tutoriel|expliquer|mexpliquer|politique*|conditions|délai|délais|article|actualité*|reportage|infos_sur|la_loi|possible_de|possible_d|cest_possible',
    '{hypothetical}|{fiction}',
  ],
  hypothetical: [
    'si|au_cas_où|que_se_passe|quarrive|risque*|éviter|évite|pour_ne_pas|avant_de|empêch*|protég*|lorsque|quand_on|imagin*|disons|serait|voudrait',
  ],
  fiction: [
    'rp|roleplay|marchand|villageois|pnjs|jeu_de_rôle|personnage|perso|quete|quetes|quête*|boss|mob|mobs|donjon|pnj|roman|film|série|histoire|livre|lore|scénario|héros|chanson|pvp|raid|creeper*|zombie*|squelette*|monstre*|dragon|sorcière|araignée*',
  ],
  i: [
    'je|jai|j_ai|m_ont|m_avez|on_m_a|jsuis|chui|chuis|jy|nai|moi|on_ma|ils_mont|me|mes|mon|ma|mont|mavez|mas|nous|notre|nos|javais|jétais|jvous|jattends',
  ],
  my: ['mon|ma|mes|notre|nos|le_compte_de|leur'],
  want: [
    'veux|veut|jveux|voudrais|voudrait|voulons|aimerais|aimerait|souhaite|souhaiterais|souhaitons|exige|exigeons|demande|réclame|besoin|faut|faudrait|svp|stp|please|plz|merci_de|veuillez|jexige|jaimerais|sil_vous|sil_te|pouvez_vous|pourriez_vous|peux_tu|pourrais_tu|attends|prière|pouvoir',
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
    'publi*|posté|poste|postent|poster|divulgu*|révélé|partagé|partage|partager|partagent|diffus*|balancé|balance|balancent|leak|leaké|leake|leakée|leaker|affiché|affiche|révél*|fuité|dévoil*|mis_en_ligne|propage|circul*|donné|donne',
  ],
  insult: [
    'racis*|homophob*|antisémit*|transphob*|haineu*|nazi*|xénophob*|sexiste*|islamophob*|négro|nègre|négre|sale_arabe|sale_noir|sale_juif|bougnoule|pédé|tapette',
  ],
  // Payment
  money: [
    'argent|largent|l_argent|d_argent|dargent|fric|thune|thunes|sous|euros|euro|eur|€|pognon|balles|pièces|solde|dollars|montant',
  ],
  charged: ['débit*|prélev*|factur*|encaiss*|ponction*|retiré|retirés|retirée'],
  paid: [
    'payé|payée|payés|payer|paye|acheté|achetée|achetés|achète|achetée|commandé|commandée|réglé|versé|dépensé|abonné|abonnée|souscrit|donation|offert|précommandé|viré|paiement|achat',
  ],
  goods: [
    'commande|commandes|colis|paquet|achat|achats|grade|rang|vip|pack|skin|gemmes|pièces|crédits|coins|produit|article|livraison|clé|clef|code|nitro|premium|abonnement|paiement|jeu|kit|boost|points|récompense|items|carte_cadeau|virement|remboursement',
  ],
  got: [
    'reçu|recu|reçue|reçus|reçu|arrivé|arrivée|arrivés|arrive|obtenu|obtenue|activé|activée|livré|livrée|livrés|apparu|apparait|crédité|créditée|crédités|débloqué|débloquée|donné|envoyé|eu|validé|validée|ajouté|ajoutée|ajoutés|ajoutées|pris_en_compte|comptabilisé|disponible|valable|actif|la_commande',
  ],
  twice: [
    'deux_fois|2_fois|2x|trois_fois|3_fois|3x|double|en_double|doublon|plusieurs_fois|#_fois|deuxième_fois|à_nouveau',
  ],
  cancelled: ['résili*|annulé|annulée|annuler|désabonn*|arrêté_mon_abonnement|stoppé|désinscri*'],
  // Ban
  banned: [
    'ban|banni|bannie|bannis|bannies|banned|bannir|mute|muté|mutée|muted|kick|kické|kickée|kicked|expulsé|expulsée|expulsés|expulse|suspendu|suspendue|suspendus|exclu|exclue|exclus|bloqué|bloquée|bloqués|sanctionné|sanctionnée|warn|warné|blacklisté|blacklist|timeout|time_out|viré|virée|éjecté|éjectée|dégagé|dégagée|réduit_au_silence|mis_en_sourdine|mise_en_sourdine|en_sourdine|puni|punie|restreint|shadowban|permaban|tempban|ban_def',
  ],
  bansure: [
    'ban|banni|bannie|bannis|bannies|banned|mute|muté|mutée|kick|kické|kickée|expulsé|expulsée|suspendu|suspendue|exclu|exclue|sanctionné|sanctionnée|warn|blacklisté|en_sourdine|permaban|shadowban|timeout',
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
    'humain|humaine|humains|quelquun|qqn|conseiller|conseillère|agent|opérateur|opératrice|modo|modos|modérateur|modératrice|modérateurs|admin|admins|ladmin|administrateur|staff|staffs|responsable|équipe|léquipe|support|service_client|sav|technicien|interlocuteur|vrai_personne|vraie_personne|une_personne|personne_réelle|vrais_gens|vraies_personnes|gérant|chef|manager|supérieur|fondateur|membre_du|patron|dirigeant|propriétaire',
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
