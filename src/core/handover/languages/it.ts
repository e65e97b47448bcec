import type { ReasonRules, Vocabulary } from '../pattern.ts';

/** Accents and apostrophes are gone when the rules read: `laccount` is "l'account", `e` is also "è". */
const WORDS: Vocabulary = {
  general: [
    'come_posso|come_si|come_faccio|come_fare|come_faccio_a|come_funziona|come_funzionano|^come|come_cambio|come_evit*|come_devo|quanto|quanta|quanti|quante|qual|quale|quali|quando|cosa_succede|cosa_significa|che_cosa|cose|cosè|dove|si_può|si_possono|si_puo|posso|potrei_io|è_possibile|esiste|esistono|ci_sono|^ci|cè_un|cè_modo|ce_modo|bisogna',
    'accettate|avete|offrite|fate|prevedete|sapere|conoscere|mi_chiedo|mi_chiedevo|per_curiosità|curiosità|in_generale|generalmente|normalmente|di_solito|tutorial|guida|spieg*|politica*|policy|termini|condizioni|regole|regolamento|tempi|tempistiche|articolo|notizia|notizie|legge|letto|parlando_di|per_quali|motivi_per|chi_può',
    '{hypothetical}|{fiction}',
  ],
  hypothetical: [
    'se|nel_caso|in_caso|cosa_succede|che_succede|rischi*|evitare|evito|per_non|prima_di|impedire|protegg*|prevenire|quando_uno|immagin*|metti_che|sarebbe',
  ],
  fiction: [
    'rp|roleplay|gdr|gioco_di_ruolo|personaggio|pg|missione|missioni|quest|boss|mob|mobs|dungeon|npc|png|romanzo|film|serie|storia|libro|lore|eroe|protagonista|canzone|pvp|raid|creeper*|zombie*|scheletr*|mostr*|drago|draghi|ragno|ragni|strega',
  ],
  i: ['io|mi|mio|mia|miei|mie|me|ho|sono|ci|nostro|nostra|abbiamo|avevo|ero|aspetto|non_ho|mha|mhanno|stavo'],
  my: ['mio|mia|miei|mie|nostro|nostra|nostri|nostre|suo'],
  want: [
    'voglio|vorrei|vogliamo|vorremmo|vuole|volevo|desidero|desidererei|pretendo|esigo|chiedo|richiedo|rivoglio|bisogno|mi_serve|ci_serve|serve|gradirei|piacerebbe|perfavore|per_favore|per_piacere|cortesia|per_cortesia|pls|please|potete|puoi|potreste|potresti|può|puo|potrebbe|prego|aspetto|preferisco|preferirei|cortesemente|vi_prego|gentilmente|fate|fatemi|esigiamo',
  ],
  adverb: [
    'ancora|di|nuovo|stato|stata|stati|già|sempre|ieri|oggi|appena|permanentemente|permanente|ingiustamente|temporaneamente|automaticamente|per|errore|perma|solo|anche|tutti|tutto|letteralmente|direttamente|poco|fa|dal|dalla|chat|completamente|a|vita|attualmente|misteriosamente|improvvisamente|un|altra|volta|stamattina|stasera|apparentemente',
  ],
  someone: [
    'qualcuno|utente|utenti|giocatore|giocatori|giocatrice|membro|membri|persona|persone|gente|tipo|tizio|tipa|ragazzo|ragazza|uomo|donna|adulto|adulti|lui|lei|loro|uno|un|una|ex|vicino|mod|moderatore|moderatrice|admin|gruppo|sconosciut*|hanno|ha|amico|fidanzato|compagn*|questo|questa|altri',
  ],
  mate: [
    'fratello|sorella|fratellino|sorellina|amico|amica|amici|amiche|cugino|cugina|figlio|figlia|fidanzato|fidanzata|ragazzo|ragazza|marito|moglie|compagno|compagna|socio',
  ],
  child: [
    'minore|minori|minorenne|minorenni|bambino|bambina|bambini|bambine|figlia|figlio|figli|sorellina|fratellino|sorella|fratello|adolescent*|ragazzin*|#_anni|#enne|dodicenne|tredicenne|undicenne|quattordicenne|alunn*|nipote|nipotina',
  ],
  sexual: [
    'nude|nudes|nudo|nuda|nudi|sessual*|sesso|porno*|intima|intime|intimo|osceno|oscene|osceni|pervers*|pervertit*|pedofil*|predator*|nsfw|spinte|spinto|inappropriat*|mutande|senza_vestiti|hot',
  ],
  private: [
    'indirizzo|numero|telefono|cellulare|ip|identità|nome_vero|vero_nome|nome|cognome|foto|video|dati|informazioni|domicilio|scuola|faccia|conversazioni|documenti|documento|casa|screenshot|fotografie',
  ],
  published: [
    'pubblic*|postat*|posta|postando|divulg*|condivid*|condivis*|diffond*|diffus*|diffuso|leakat*|leakando|leaka|esposto|caricato|caricate|rivelat*|mandato|inviato|messo|messa|messe|dato|girare|gira|mostra*|inoltrat*|spars*',
  ],
  insult: [
    'razzis*|omofob*|antisemit*|transfob*|xenofob*|nazi*|sessista|sessisti|odio|frocio|finocchio|negro|negra|terrone|terroni|discriminator*|ebreo_di|discrimin*',
  ],
  money: ['soldi|denaro|euro|€|eur|grana|quattrini|credito|saldo|importo|somma|dollari|pagamento'],
  charge: [
    'addebit*|prelev*|scalat*|scalando|fatturat*|fatturato|riscoss*|detratt*|tolto|tolti|presi|trattenut*|incassat*|ricaricat*',
  ],
  paidsure: [
    'ho_pagato|abbiamo_pagato|ho_già_pagato|pagato|pagata|pagati|ho_comprato|comprato|comprata|comprati|acquistato|acquistata|acquistati|ho_ordinato|ordinato|ordinata|ho_speso|speso|spesi|donato|versato|sottoscritto|ho_preso|abbonat*|bonificato|ricaricato|fatto_un_acquisto|fatto_lacquisto|fatto_il_pagamento|fatto_un_ordine|fatto_il_bonifico|effettuato|investito|fatto_il_versamento',
  ],
  purchase: [
    'acquisto|lacquisto|acquisti|ordine|lordine|pagamento|abbonamento|labbonamento|donazione|spesa|bonifico',
  ],
  goods: [
    'ordine|lordine|ordini|pacco|spedizione|acquisto|lacquisto|rank|grado|vip|pacchetto|pack|skin|gemme|monete|crediti|coins|prodotto|articolo|larticolo|consegna|chiave|key|codice|nitro|premium|abbonamento|labbonamento|pagamento|gioco|kit|boost|punti|ricompensa|oggetti|oggetto|merce|bonifico|rimborso|carta_regalo|buono|diamanti|items',
  ],
  got: [
    'ricevuto|ricevuta|ricevuti|ricevute|arrivato|arrivata|arrivati|arrivate|arriva|arrivano|avuto|avuta|dato|data|date|dati|consegnat*|apparso|apparsa|appare|attivat*|attivo|accreditat*|visto|vista|ottenuto|mandato|inviato|spedito|funziona|funzionano|funzionato|va|compare|comparso|comparsa|cè|ce|caricato|sbloccat*|vedo|trovo|ricevo',
  ],
  twice: [
    'due_volte|2_volte|2x|tre_volte|3_volte|doppio|doppia|doppiamente|duplicat*|#_volte|più_volte|doppione',
  ],
  cancelled: ['disdett*|disdetto|cancellat*|annullat*|disattivat*|disiscritt*|recesso|disdire'],
  banned: [
    'ban|bannato|bannata|bannati|bannate|bannare|bannano|banna|bannando|bandito|bandita|mutato|mutata|mutati|mutare|silenziato|silenziata|silenziati|espulso|espulsa|espulsi|kickato|kickata|kickati|kikkato|kikkata|kick|mute|cacciato|cacciata|buttato_fuori|buttata_fuori|sospeso|sospesa|sospesi|bloccato|bloccata|bloccati|sanzionat*|punito|punita|warnato|warnata|ammonito|ammonita|escluso|esclusa|limitato|limitata|blacklistat*|timeout|permabannat*|shadowbannat*|sbattuto_fuori|disabilitat*|rimosso_dal|rimossa_dal|buttati_fuori|messo_in_timeout',
  ],
  bansure: [
    'bannato|bannata|bannati|bannate|bannare|mutato|mutata|silenziato|silenziata|espulso|espulsa|espulsi|kickato|kickata|kikkato|sospeso|sospesa|sanzionat*|warnato|warnata|permabannat*|punito|punita|ban',
  ],
  ban: [
    'ban|bans|bannaggio|mute|muto|kick|sospensione|espulsione|sanzione|sanzioni|blocco|timeout|punizione|ammonizione|warn|warning|esclusione|permaban|penalità|richiamo|provvedimento',
  ],
  unban: ['sbann*|smut*|riammett*|riammess*|reintegr*'],
  unfair: [
    'senza_motivo|senza_ragione|senza_alcun|senza_nessun|senza_spiegazion*|senza_avvis*|senza_preavviso|senza_prove|per_niente|per_nulla|a_caso|ingiust*|immotivat*|per_errore|per_sbaglio|un_errore|errore|sbagliat*|abuso|perché|perchè|perche|xke|xkè|xche|xché|innocente|non_ho_fatto|niente_di_male|non_ho_usato|mai_usato|non_ho_detto|toglie*|togliere|togliete|revoc*|revision*|rived*|ridurre|annull*|riconsider*|appell*|ricorso|motivo|ragione|controll*|verific*|contest*',
  ],
  account: [
    'account|laccount|dellaccount|nellaccount|allaccount|sullaccount|dallaccount|profilo|password|mail|email|lemail|delemail|discord|steam|credenziali|sessione|acount|utenza|acc',
  ],
  stolen: [
    'hackerat*|hackera*|hackato|hackata|haccherat*|hack|rubat*|rubando|ruba|violat*|compromess*|clonat*|craccat*|phishing|piratat*|sottratt*|fregat*|hackerando|hackeraggio|furto',
  ],
  login: [
    'entrare|accedere|accesso|laccesso|loggare|loggarmi|login|connettermi|collegarmi|entro|accedo|recuper*|rientrare|aprire|autenticarmi|loggo|rientro',
  ],
  person: [
    'umano|umana|persona|persone|qualcuno|operatore|operatrice|loperatore|agente|consulente|moderatore|moderatrice|moderatori|mod|mods|admin|ladmin|amministratore|lamministratore|amministratori|staff|staffer|team|assistenza|lassistenza|supporto|responsabile|referente|rappresentante|servizio_clienti|essere_umano|titolare|capo|tecnico|owner|fondatore|addetto|dirigente|supervisore',
  ],
  staff: [
    'umano|operatore|operatrice|agente|consulente|moderatore|moderatrice|moderatori|mod|admin|amministratore|staffer|responsabile|referente|rappresentante|essere_umano|persona_vera|persona_reale|tecnico|addetto|supervisore',
  ],
  talk: [
    'parlare|parlo|parlarne|discutere|comunicare|contattare|contatto|passare|passate|passatemi|passami|passarmi|trasferi*|inoltr*|collegar*|mettermi|mettetemi|chattare|rivolgermi|sentire|scrivere|dirott*|confrontarmi|conferire',
  ],
  look: [
    'aiutarmi|aiutare|aiuti|aiutarci|venire|venga|controllare|controlli|guardare|guardi|intervenire|intervenga|rispondere|rispondermi|risponda|occuparsi|occupi|vedere|veda|dare_unocchiata|verificare|verifichi|contattarmi|contatti|chiamarmi|chiami|risolvere|gestire|entrare|dia',
  ],
};

const SAFETY: ReasonRules = {
  reason: 'safety',
  vocabulary: WORDS,
  always: [
    // Self-harm
    'voglio|vuole|vorrei|penso|pensando|pensato|pensa|voglia|volevo|provato|tentato|sto|preferirei|vado|intenzione|cercato .. uccidermi|ammazzarmi|suicidarmi|suicidarsi|uccidersi|ammazzarsi|impiccarmi|tagliarmi|farmi_del_male|farsi_del_male|farmi_male|farla_finita|togliermi_la_vita|togliersi_la_vita|buttarmi & !{fiction}',
    'io|voglio|vorrei|solo|preferirei|desidero|voglia voglio|vorrei|di|solo? morire|sparire|scomparire|essere_morto|essere_morta|crepare & !{fiction} & ~stavo',
    'dice|detto|ha_scritto|dicendo .. vuole|voglia|intenzione .. morire|uccidersi|ammazzarsi|suicidarsi|farla_finita & !{fiction}',
    'non|nessuna|più|senza .. voglio|vuole|voglia|motivo|ragione|senso|forza .. vivere|esistere|andare_avanti|essere_vivo|essere_viva|continuare_a_vivere',
    'non voglio|vuole|sopporto più? vivere|esistere|esserci|questa_vita|la_vita',
    'farla|facciamola|la_faccio finita & !{fiction}',
    'porre|mettere|pongo|metto .. fine .. vita|miei_giorni|tutto',
    'meglio .. senza_di_me|se_fossi_morto|se_fossi_morta|morto|morta & !{fiction} & {i}|mondo|vita',
    'mi|si taglio|taglia|tagliata|tagliato|autolesion*|sto_tagliando|sta_tagliando|ferisco|suicido|suicida|ammazzo|ammazza & braccia|{mate}|{i}|{someone}|vene & ~ridere|noia|strada|corto & !{fiction} & !{general}',
    'tagliarmi|tagliato|tagliando|tagliarsi le_vene|vene|braccia|i_polsi',
    'preso|ingoiato|ingerito|prendere|prese|mandato_giù .. pastiglie|pillole|farmaci|medicine|sonniferi|compresse|medicinali',
    'pensieri|istinti|lettera|tendenze suicid*',
    // Threats
    'mi|ci|ti|mha|mhanno|ricevo|ricevuto|ricevendo|subisco|sotto|vengo|sono|sua|sue|delle|stato|stata .. minacc* & !{fiction} & !{general}',
    'minacc* .. morte|uccidermi|picchiarmi|mia|mio|me|venire|famiglia|violent*|pubblicare|diffondere|noi|ucciderlo & !{fiction} & !{general}',
    'vuole|vogliono|verrà|verranno|giura|giurato|dice|detto|dicendo|viene .. uccidermi|picchiarmi|ammazzarmi|accoltellarmi|violentarmi|stuprarmi|spaccarmi|menarmi|trovarmi|massacrarmi|ucciderti|farmi_fuori|rapirmi|uccidere_la_mia|bruciarmi|mi_ammazza|mi_uccide|mi_ucciderà|mi_spacca|mi_picchia|mi_viene_a_cercare|mi_trova|mi_troverà & !{fiction}',
    'sa|sanno|conosce|conoscono|scoperto|trovato|ha .. dove_abito|dove_vivo|dove_abitiamo|dove_sto|il_mio_indirizzo|casa_mia|la_mia_scuola|mia_scuola|dove_lavoro|dove_studio|il_mio_vero_nome|dove_abita_mia',
    'venire|viene|verrà|verrebbe|vengono|arriva|aspettar*|presentarsi .. casa_mia|da_me|mia_scuola|sotto_casa|al_mio_lavoro|casa_nostra & {someone}|minacc*|dice|detto',
    'temo|paura per la? mia|mio|nostra|sua vita|incolumità|sicurezza|figlia|figlio|famiglia',
    // Doxxing
    '{someone} .. {published} .. mio|mia|miei|mie|nostro|nostra|nostri {private} & ~ho',
    '{published} .. il|la|i|le mio|mia|miei|mie {private} & ~ho|posso & !{general}',
    'mio|mia|miei|mie {private} .. stato|stata|stati|state|è|sono|in|su .. {published}|giro|circol*',
    'foto|video|immagini|fotografie .. mie|miei|mia_figlia|mio_figlio|senza_il_mio|senza_il_nostro & {published}|consenso|permesso|{someone}',
    'mi|ci|mhanno|stato|stata|hanno .. dox|doxx|doxat*|doxxat*|doxare|doxxare|swattat*|swattato',
    // Harassment
    'mi|ci|vengo|sono|subisco|vittima|subendo|stato|stata|mia_figlia|mio_figlio .. bullizz*|molest*|perseguit*|stalk*|bullismo|cyberbullismo|umili*|intimid*|tormenta*|perseguitat* & !{general}',
    'molest*|bullizz*|stalk* .. altri|altre|membri|giocatori|ragazze|utenti|bambini|una|tutti|continu* & {i}|{someone} & !{general}',
    'mi|ci|ti|mha|mhanno|vengo|stato|stata .. insult*|offend*|offes*|ricatt*|estor*|calunni*|diffam* & !{fiction} & !{general}',
    'insult* .. me|mi|mio|mia|mia_madre|famiglia|altri|tutti|continu*|razzis*|sempre & {i}|{someone} & !{general}',
    'mi|ci chiama*|detto|dice|dicono|dato|danno|chiamato .. {insult}|puttana|troia|figlio_di|merda|frocio|negro|ebreo|ciccion*|ritardat*|bastardo',
    'non|mai .. smette|smettono|finisce|piantano|lascia .. insult*|scrivermi|molest*|seguirmi|minacci*|mandarmi|chiamarmi|inviarmi|perseguitarmi|in_pace|stare',
    'mi stalkera|stalkerano|spia|spiano|segue_ovunque|aggredito|aggredita|picchia|picchiato|picchiata|violentato|violentata|stuprata|tocca|toccata|abusato|abusa & !{fiction} & !{general}',
    'mio|mia padre|madre|patrigno|papà|mamma|marito|ragazzo|ex|zio|fidanzato .. mi picchia|tocca|abusa|minaccia|violenta|mena|maltratta',
    'commenti|insulti|messaggi|battute|parole|frasi|discorsi|cose .. {insult} & {i}|{someone}|chat|server|vocale & !{general}',
    'insulti|commenti|messaggi|frasi {insult} & !{general}',
    // Minors
    '{someone}|chied*|mand*|invi* .. foto_nud*|foto_intim*|nudes|foto_di_nudo|foto_senza_vestiti|foto_sessual*|foto_spint*|foto_hot|foto_mie_nuda & !{general}',
    '{child} .. sessual*|nude|nuda|nudo|pedofil*|intim*|incontrar*|vedersi_da_soli & {someone} & chied*|chiest*|mand*|invi*|messaggi|foto|con|parla|vuole|scriv*|contatt* & !{general}',
    'chied*|chiest*|mand*|invi*|messaggi|foto|parla|scriv*|contatt*|incontrar*|avvicina|approccia|ci_prova|vedersi .. .. {child} & {sexual}|adult*|uomo|signore|vecchio|di_persona|da_sola|maggiorenne & !{general}',
    '{sexual} .. a|di|con|verso|ad|alla|alle|ai {child}|mia_figlia|mio_figlio & !{general}',
    'pedofil*|predatore & nel|sul|server|membro|utente|giocatore|qui|gruppo & !{general}',
    // Emergency
    'chiam*|serve|mandate .. ambulanza|unambulanza|lambulanza|polizia|soccorsi|pompieri|112|118|carabinieri & urgen*|aiuto|subito|pericolo|favore|ferit*',
    'emergenza|urgenza medica|reale|grave|vera',
    'è|sono|in|vita .. in_pericolo & ~estinzione & !{general} & !{fiction}',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    'suicid*|autolesion* & io|mi|mio|mia|{mate}|lui|lei|qualcuno|membro|utente|voglio',
    'minacc* & me|mi|utente|qualcuno|morte|noi|giocatore',
    'molestie|bullismo|cyberbullismo|ricatto|estorsione|pedopornograf*|adescamento & {i}|qualcuno|utente|vittima|segnalare|denunc*',
    'subisco|subendo|vittima|fanno|facendo|fatto .. bullying|stalking|doxxing|doxing|grooming|revenge_porn',
    'messaggi|foto|video {sexual} & {i}|qualcuno|utente|mandato|manda',
    'segnalare|segnalo|segnalato|segnalazione|denunci* .. minacc*|insult*|razzis*|molest*|bull*|{insult}|pedofil*|offes*',
  ],
};

const PAYMENT: ReasonRules = {
  reason: 'payment',
  vocabulary: WORDS,
  always: [
    // Wanted back
    'ridat*|ridar*|restitu*|rimborsat*|rimborsar*|rivoglio|rivorrei|riavere|ridammi|rend*|riprend*|recuper* .. {my}|i|il|indietro|gli {money} & !{general}',
    'ridatemi|restituitemi|rimborsatemi|ridammi|rivoglio|restituiscimi|rimborsami|rimborsateci|rendetemi|ridarmi|rimborsarmi|restituirmi & soldi|denaro|euro|#|acquisto|ordine|subito|favore|pagato|tutto|importo',
    '{want} .. miei|nostri|i soldi|euro|denaro & indietro|miei|nostri|restitu* & !{general}',
    'miei|mio|nostri soldi|denaro|euro|saldo|credito .. spariti|sparito|persi|perso|rubati|scompars*|bloccat*|andati|dove',
    'dove|dovè .. sono|è|finito|finita|finiti|sta .. mio|mia|miei|il|lo|la soldi|ordine|pacco|rimborso|spedizione|acquisto|pagamento|saldo',
    'aspett*|attend*|attesa|promesso|ricevuto|avuto|arriva .. rimborso & ~grazie & !{general}',
    'non|mai|rifiut*|ancora|neg* .. rimborsat*|rimborso|restituit*|rimborsare|rimborsate & mi|mio|me|ho|ci|miei|avete & !{general}',
    // Charged
    'mi|ci|mhanno|hanno|avete|carta|conto|banca|sono|paypal|ho .. {charge}|pagato|pagare|pagamento|addebito .. {twice} & !{fiction} & !si_può|posso',
    'mi|ci|mhanno|hanno|avete|continuate|continua|state|stanno .. addebit*|prelevat*|prelevando|prelevarmi|prelevare|scalat*|scalando|fatturat*|trattenut*|scalarmi & mi|mio|mia|me|miei|ci|prelevarmi|scalarmi|addebitarmi & !{general}',
    'mia|mio|sulla|sul|dalla|dal carta|conto|banca|paypal|postepay .. {charge}|addebito|addebiti & {i} & !{general}',
    'non|mai .. riconosco|autorizzat*|fatto|effettuat*|richiest*|capisco|ricordo .. addebito|addebiti|acquisto|acquisti|pagamento|transazione|prelievo|spesa|fattura',
    'addebito|addebiti|acquisto|acquisti|pagamento|transazione|prelievo|fattura .. non_autorizzat*|mai_autorizzat*|non_riconosc*|fraudolent*|sconosciut*|non_richiest*|mai_fatto|mai_richiest*|doppi*|duplicat*|sospett*|sbagliat*|errat*|strano|senza_permesso|che_non_ho & !{general}',
    'ho|avevo|abbiamo|aver .. {cancelled} & {charge}|addebito|pagare|rinnov*|prelevarmi|soldi & !disdire_senza',
    '{cancelled} .. ma|però|eppure .. {charge}|addebito|rinnov*|prelev*',
    // Paid, nothing received
    'ho|abbiamo|avevo|aver .. {paidsure} & non|mai|niente|nulla|nessun|nessuna .. {got} & !{general}',
    'ho|abbiamo|avevo|aver .. {paidsure} .. .. niente|nulla|non_ancora|sospeso|sparit*|errore|bloccat*|perso|persi|difettos*|rott*|rifiutat*|ancora_niente & !mai_pagato|non_ho_pagato|non_ho_comprato|mai_comprato & ~problem*',
    'ho_pagato|pagato|comprato|acquistato|ordinato .. .. non .. {got}|attiv*|arriv*|compare|funzion* & !{general}',
    'non|mai|niente|nulla|ancora .. {got} .. {my}|il|la|i|le|lo .. {goods} & {my}|pagat*|comprat*|ordinat*|giorni|settiman* & !{general}',
    '{my} {goods} .. non|mai|niente|nulla .. {got} & !{general}',
    'il|la|lo|larticolo pacco|ordine|prodotto|acquisto|spedizione|merce .. non|mai .. arrivat*|consegnat*|spedit*|ricevut* & !{general}',
    'mio|mia|il|la pacco|ordine|prodotto|spedizione|larticolo|articolo .. pers*|sparit*|rott*|danneggiat*|ritardo|vuoto|incomplet*|difettos*|sbagliat* & {i}|arrivat*|ricevut* & !{general}',
    'arrivato|arrivata|ricevuto|consegnato|mandato|spedito .. rotto|rotta|danneggiat*|difettos*|vuoto|sbagliat*|incomplet*|altro_prodotto|diverso & {i}|{goods}|{paidsure} & ~niente_di',
    // Disputes and fraud
    'apro|aprire|aprirò|aperto|faccio|farò|fare|avviare|avvio|chiedo|chiedere .. contestazione|chargeback|controversia|disputa|storno & {i}|paypal|banca|carta & !come & !{fiction}',
    'mi|ci|sono|stato|stata|mhanno|siamo .. truffat*|fregato_i_soldi|raggirat* & !{fiction}',
    'siete|è|questa dei|degli|una|un truffator*|ladri|truffa|furto|imbroglioni',
  ],
  unlessHypothetical: [
    'posso|potrei|come_faccio|come_posso|come_chiedo|come_ottengo|possibile + rimborso|rimborsat*|rimborsare|rimborsarmi|indietro_i_soldi|soldi_indietro & !politica*|condizioni|regole|leggere|trovo',
    '{want} .. annull*|cancell* .. ordine|lordine|acquisto|lacquisto|pagamento|transazione & mio|mia|il|lo|un|lordine|lacquisto & !come',
    '{my} ordine|acquisto|pagamento .. annull*|cancell* .. {want}',
  ],
  unlessGeneral: [
    '{want} .. rimborso|rimborsi|rimborsat*|rimborsare|restituzione',
    'rimbors* & {i}|{want} & {i}|{paidsure}|ordine|acquisto|soldi',
    'soldi|denaro|importo|somma|euro .. indietro & {i}|{want}',
    '{paidsure}|{purchase} .. per_errore|per_sbaglio|senza_volerlo|accidentalmente|senza_permesso|senza_il_mio|sbagliato|involontariamente',
    'per_errore|per_sbaglio|senza_volerlo|accidentalmente|senza_permesso|senza_il_mio|involontariamente .. {paidsure}|{purchase}|carta',
    '{paidsure}|{charge}|fattura|importo|prezzo & invece_di|al_posto_di|anziché|sbagliat*|errat*|errore|di_troppo|in_più|più_del & {i}|avete',
    'codice|chiave|key|carta_regalo|buono .. già_usat*|già_utilizzat*|già_riscatt*|non_valid*|non_funziona|invalid*|non_va & {paidsure}',
    '{paidsure}|{my} .. {goods} .. spariti|sparito|sparita|perso|persi|tolto|tolti|scadut*|rimoss*|scompars* & {i}',
    'chargeback|truffa|truffatori|frode & pagamento|carta|acquisto|{i} & ~segnalare|denunc*',
    'pagamento|bonifico|transazione|acquisto .. andat*|riuscit*|accettat*|completat*|confermat*|effettuat*|rifiutat*|addebitat*|passato & ma|però|non|niente|nulla & {i}|ordine|rank|vip',
  ],
};

const BAN: ReasonRules = {
  reason: 'ban',
  vocabulary: WORDS,
  always: [
    // Said of oneself
    'sono|siamo|ero|essere|vengo|venivo|son|esser|fossi|risulto {adverb}? {adverb}? {adverb}? {banned} & ~non & !{general}',
    'sono|siamo|essere|son stato|stata|stati {adverb}? {adverb}? {banned} & ~non_sono',
    'mi|ci|mha|mhanno {adverb}? hanno|avete|ha|hai|avevano|aveva|abbiano|abbia|avevate|han {adverb}? {adverb}? {banned} & ~non_mi',
    'mha|mhanno|avermi|avetemi {adverb}? {adverb}? {banned}',
    'mi|ci bannate|bannano|banna|bannato|bannata|mutate|mutano|kickano|kicka|kickate|kickato|espellono|espelle|silenziano|sospeso|bannava',
    'perché|perchè|perche|xke|xkè|xche|xché|motivo|ragione|come_mai .. sono|mi|mio|mia|stato|stata .. {bansure}|bloccato|bloccata|cacciato',
    'mio|mia|nostro|nostri account|profilo|utenza|accesso|ip|acc|utente .. {banned} & !{general}',
    'mio|miei|nostro ban|bans|mute|kick|timeout|warn|permaban|bannaggio & ~grazie & !{fiction}',
    'mia|mio|nostra sospensione|espulsione|sanzione|punizione|blocco|ammonizione & ban|server|{unfair}|account & ~grazie & !{general}',
    'preso|ricevuto|beccato|dato|avuto|arrivato|becco|messo|rifilato un|una|il? {ban} & {i} & !{general}',
    'non_ho_fatto|niente_di_male|non_ho_usato|mai_usato|innocente|non_ho_detto|non_ho_insultato|rispetto_le_regole|non_ho_violato|non_ho_infranto|senza_fare_niente & {bansure}|sanzione|sospensione',
    // Wants to be let back in
    'sbannatemi|sbannami|sbannateci|sbannarmi|unbannatemi|smutatemi|smutami|smutarmi|riammettetemi|sbannate|sbloccatemi',
    '{want}|essere|venire|mio|quando|chiedo|richiesta|richiedere .. {unban} & !{fiction} & !come_si',
    'voglio|vorrei|chiedo|richiesta|richiedere|mio|possibile .. unban|unmute & !{fiction}',
    'appello|appellarmi|ricorso|contest*|reclamo|impugn* .. mio|mia|miei|contro|per|il|la|lo|del|al|di|dal|questo .. {ban} & !{fiction}',
    'ricorso|appello|appellarmi & {ban}|bannat* & {i}|{want}',
    'togli*|toglie*|revoc*|rived*|ridur*|ridurre|annull*|riconsider*|riesamin*|rimuov*|levate|levatemi|levarmi|rimuovere .. mio|mia|questo|questa|il|la|lo ban|mute|sanzione|sospensione|espulsione|punizione|blocco|warn|timeout & {i}|favore|potete|{want} & !{general}',
    'seconda|altra|unaltra possibilità|chance|opportunità & {banned}|{ban}|tornare|server & !{fiction}',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    'mio|mia|questo|questa|il|la|lo {ban} & {unfair} & {i}',
    '{bansure} .. {unfair} & {i}|{mate}',
    '{unfair} .. {bansure} & {i}|{mate}',
    '^{bansure} & {unfair}',
    'mio|mia|miei|al_mio|alla_mia|un_mio {mate} .. {bansure}',
    '{bansure} .. mio|mia|miei {mate}',
  ],
};

const ACCOUNT: ReasonRules = {
  reason: 'account',
  vocabulary: WORDS,
  always: [
    // Stolen
    'mio|mia|miei|mie|nostro {account} .. {stolen} & !{general}',
    'mi|ci|mhanno|mha|hanno|sono|stato|stata|mio .. hackerat*|hackato|hackata|haccherat*|hackera|hackerano|craccat*|piratat* & !{general} & !{fiction}',
    'hackerat*|hackato|rubat*|violat*|clonat* .. mio|mia|il|laccount|lo|la|dellaccount .. account|laccount|profilo|discord|steam|mail|password|dellaccount & !{general}',
    'hackerat*|hackato|rubat*|violat*|rubano laccount|account & !{general}',
    'account|laccount|profilo|mail .. hackerat*|hackato|rubat*|violat*|compromess* & {i} & !{general}',
    'mi|ci|mhanno|mha .. rubat*|rubano|ruba|fregat*|sottratt*|spariti .. oggetti|oggetto|roba|inventario|cassa|skin|skins|account|laccount|profilo|diamanti|risorse|armi|monete|items|equipaggiamento|cose & !{fiction}',
    'qualcuno|altro|unaltra_persona|hacker|sconosciuto|tizio|tipo|utente|estraneo|altri .. entrato|entrata|entra|acceduto|accede|usa|usando|sta_usando|cambiato|accesso|login|controllo .. mio|mia|miei|laccount|al_mio|nel_mio|la {account}|account & {i} & !{general}',
    'mia|mio|la|lemail password|mail|email|pass|nome_utente .. cambiat*|modificat* & senza|non_sono_stat*|qualcuno|non_io|non_riesco & {i}',
    'cambiato|cambiata|hanno_cambiato .. mia|mio|la|lemail password|mail|email & qualcuno|hanno|non_riesco & {i} & !{general}',
    // Locked out
    'non|impossibile|perso|negato|più|mai .. {login} .. .. mio|mia|al_mio|nel_mio|sul_mio|allaccount|laccount|nellaccount account|profilo|mail|email|posta|utenza & !{fiction} & !{general}',
    'non|impossibile|più .. {login} .. allaccount|nellaccount|laccount|sullaccount|dellaccount & !{fiction} & {i} & !{general}',
    'non|impossibile .. {login} & perso|persa|cambiat*|rubat*|rotto|dimenticat*|smarrit* .. telefono|cellulare|2fa|mail|email|numero|autenticatore|codice|password & account|laccount|mail|2fa|autenticatore|codice|telefono|cellulare & {i}',
    'perso|non_ho|senza|più .. accesso|laccesso .. account|allaccount|mail|email|numero|2fa|profilo & {i} & !{general}',
    'perso|persa|perdo|smarrit* .. mio|mia|miei|il|la|laccount .. account|telefono|cellulare|2fa|autenticatore|codici & accedere|entrare|2fa|account|loggare & {i} & !{general}',
    'perso laccount & !{general}',
    'recuper*|ridatemi|riavere|restituitemi|riprendere|rivoglio .. mio|mia|laccount account|profilo & ~grazie',
    'ridatemi|recuperare|riavere laccount & {i}|{want}',
    'account|laccount|progressi|progresso|inventario|salvataggio|rank|dati .. sparit*|cancellat*|eliminat*|resettat*|pers*|azzerat*|disattivat* & mio|mia|miei|mi & !{general}',
    'codice|mail|email|link|sms .. verifica|conferma|recupero|reset|reimpost*|ripristino|sicurezza .. non|mai|niente|nulla & {i}|arriva & !{general}',
    'non|mai .. arriva|ricevo|arrivata|arrivato|funziona .. codice|mail|email|link|sms & {account}|verifica|reset|reimpost*|recupero|{login} & !{general} & {i}',
    // Deletion
    '{want} .. cancell*|elimin*|chiu*|rimuov*|rimozione|disattiv* .. mio|mia|miei|mie|tutti_i_miei|laccount|nostri account|dati|informazioni|messaggi|profilo|laccount & !{general}',
    'cancellate|eliminate|chiudete|rimuovete|cancella|elimina|cancellatemi|eliminatemi .. mio|mia|miei|mie|laccount .. account|dati|informazioni|profilo & !{general}',
    'diritto .. oblio|alloblio|cancellazione & {i}|miei|esercit*',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    'cancellazione|eliminazione|rimozione|chiusura .. mio|miei|mia|del_mio|dei_miei|tutti_i account|dati|informazioni|profilo|miei',
    'gdpr|rgpd & miei|mio|dati|cancell*|elimin*',
    '{account} .. hackerat*|rubat*|violat* & {i}|favore|aiuto',
    'hackerat*|hack|hackeraggio & mio|mia|mi|me & account|laccount|mail|discord',
  ],
};

const HUMAN: ReasonRules = {
  reason: 'asked_for_human',
  vocabulary: WORDS,
  always: [
    '{want}|posso|come|possibile|fatemi|fate|lasciatemi|riuscire|potrei|modo .. parlare|parlo|discutere|comunicare|chattare|confrontarmi|conferire|parlarne .. con|a .. {person} & !si_può & !{fiction}',
    'parlare|discutere|comunicare|chattare|interagire con un|una|uno|lo|il|qualcuno|dello? .. umano|umana|persona|persone|operatore|operatrice|agente|qualcuno|moderatore|mod|admin|staff|responsabile|referente|assistenza|vero|vera|team',
    '{want}|posso|mi|possibile .. passare|passate|passi|trasferi*|inoltr*|collegar*|contattare|contatto|mettere_in_contatto|dirott*|mettermi_in_contatto|passarmi .. {person} & !come|dove & !{fiction} & ~diventare|essere|fare_il',
    'passatemi|passami|mettetemi|trasferitemi|collegatemi|inoltrate|inoltratemi|passarmi .. {person}',
    'non|basta|stufo|stufa|stanco|senza|odio|inutile|stupido|schifo|sto|questo .. bot|robot|ia|macchina|chatbot|automatic* & {want}|parlare|stufo|stufa|umano|persona|basta|inutile|capisce|stupido & !{general} & !{fiction}',
    '{want}|cerco|cè|ce|esiste|sento .. persona|umano|operatore|agente|qualcuno|assistenza|supporto|risposta|essere|contatto .. vera|vero|reale|umano|umana|in_carne & !{fiction}',
    'un|uno|una|il|lo|la|qualche {staff} per_favore|perfavore|pls|please|per_piacere|grazie|urgente|subito|qui|cortesia|per_cortesia',
    '^{staff} per_favore|perfavore|pls|please|per_piacere|grazie',
    '^{staff} $',
    '{staff}|qualcuno_dello|qualcuno_del|un_membro|uno_dello|uno_staffer|lo_staff .. può|puo|potrebbe|possa|potete|puoi|possono|potreste .. {look} & !{fiction} & !come',
    'può|puo|potrebbe|possa|potrebbero|potete|che|voglio_che|vorrei_che|serve|bisogno .. {staff}|qualcuno_dello|qualcuno_del|qualcuno_dellassistenza|un_membro_dello|lo_staff .. {look} & !{fiction} & !come & ~diventare',
    'qualcuno|persona|membro|uno dello|del|dellassistenza|della|di staff|supporto|team|assistenza|moderazione|voi .. {look}|{want}|può|qui|disponibile|online|connesso & !{general}',
    'cè|ce|ci_sono|cé .. {staff} .. disponibil*|conness*|online|qui|attivo|attivi|libero|che & ~quant* & !quanti & !{fiction}',
    'chiamate|chiama|mandate|avvisate|portate|fate_venire .. un|uno|una|gli|i|lo {staff}|staff',
    'chiamatemi|richiamatemi|richiamate|essere_richiamat*|ricontatt*|essere_chiamat*|mi_chiami|mi_chiamate & {want}|numero|qualcuno|operatore|telefon*|mi|voi',
    // Nobody answers
    'nessuno|nessuna|mai|ancora|senza|non|zero .. risponde|rispondete|rispondono|risposto|risposta|risposte|riscontro|considera & giorni|settiman*|mese|mesi|ore|ticket|supporto|staff|assistenza|mi|qui|volte|voi|team & !{general} & !{fiction} & ~sondaggio',
    'aspetto|aspettando|attendo|attesa .. giorni|settiman*|mesi|#_giorni|ore & risposta|rispond*|ticket|supporto|staff|assistenza|qualcuno|nessuno',
    'vostro|vostra|il|lo|questa|questo|vostri|la supporto|servizio|assistenza|staff|moderazione|moderatori|mod|team .. pessim*|inutil*|schifo|vergogn*|incompetent*|lent*|scandalos*|scarso|ridicol*|orribil*|imbarazzant*|corrott*|merda|penos*',
    'reclamo|lamentarmi|lamentela|lamentare .. contro|su|di|del|dello|verso|per .. mod|moderatore|staff|admin|assistenza|staffer',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    '{want}|cerco|aspetto .. un|uno|una|lo|il|di {staff} & ~diventare|essere_un|candid*|rank|ruolo|fare_il|posto & !{fiction}',
    '{talk} .. con|a .. {person} & {i}|favore',
    'agente|operatore|supporto|assistenza|contatto|consulente umano|umana|reale',
    'persona|umano|agente|moderatore|operatore vero|vera|reale|in_carne',
  ],
};

/** Who needs a person, in Italian. */
export const ITALIAN: readonly ReasonRules[] = [SAFETY, PAYMENT, BAN, ACCOUNT, HUMAN];
