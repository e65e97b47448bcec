import type { Vocabulary } from '../../pattern.ts';

/** Accents and apostrophes are gone when the rules read: `laccount` is "l'account", `e` is also "è". */
export const ITALIAN_WORDS: Vocabulary = {
  general: [
    'come_posso|come_si|come_faccio|come_fare|come_faccio_a|come_funziona|come_funzionano|^come|come_cambio|come_evit*|come_devo|quanto|quanta|quanti|quante|qual|quale|quali|quando_posso|quando_si|quando_esce|quando_arriva*|quando_è|quando_viene|quando_sarà|quando_apr*|quando_inizi*|quando_ricev*|quando_potr*|quando_verr*|cosa_succede|cosa_significa|che_cosa|cose|cosè|dove|si_può|si_possono|si_puo|^posso|ciao_posso|,_posso|e_posso|dove_posso|potrei_io|è_possibile|esiste|esistono|ci_sono_sconti|ci_sono_costi|ci_sono_spese|ci_sono_limiti|ci_sono_modi|ci_sono_dei|ci_sono_delle|cè_un_modo|cè_un_limite|cè_uno_sconto|cè_un_comando|cè_modo|ce_modo|bisogna',
    'accettate|avete|offrite|fate|prevedete|sapere|conoscere|mi_chiedo|mi_hanno_detto_che|ho_sentito_che|ho_letto_che|mi_chiedevo|per_curiosità|curiosità|in_generale|generalmente|normalmente|di_solito|tutorial|guida|spiegare|spiegarmi|spiegate|spiegatemi|spiegami|politica*|policy|termini|condizioni|tempi|tempistiche|articolo|notizia|notizie|legge|letto|parlando_di|per_quali|motivi_per|chi_può',
    '{hypothetical}|{fiction}',
  ],
  hypothetical: [
    'se|nel_caso|in_caso|cosa_succede|che_succede|rischi*|evitare|evito|per_non|prima_di|impedire|protegg*|prevenire|quando_uno|immagin*|metti_che|sarebbe',
  ],
  fiction: [
    'rp|roleplay|mercante|villico|villager|negoziante|gdr|gioco_di_ruolo|personaggio|pg|missione|missioni|quest|boss|mob|mobs|dungeon|npc|png|romanzo|film|serie|storia|libro|lore|eroe|protagonista|canzone|pvp|raid|creeper*|zombie*|scheletr*|mostr*|drago|draghi|ragno|ragni|strega',
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
    'ricevuto|ricevuta|ricevuti|ricevute|arrivato|arrivata|arrivati|arrivate|arriva|arrivano|avuto|avuta|dato|data|date|dati|consegnat*|apparso|apparsa|appare|attivat*|attivo|accreditat*|visto|vista|ottenuto|mandato|inviato|spedito|funziona|funzionano|funzionato|va|compare|comparso|comparsa|cè|ce|caricato|sbloccat*|accreditato|accreditata|risulta|vedo|trovo|ricevo',
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
    'umano|umana|persona|persone|qualcuno|operatore|operatrice|loperatore|agente|consulente|moderatore|moderatrice|moderatori|mod|mods|admin|ladmin|amministratore|lamministratore|amministratori|staff|staffer|team|assistenza|lassistenza|supporto|responsabile|referente|rappresentante|servizio_clienti|essere_umano|titolare|capo|proprietario|direttore|tecnico|owner|fondatore|addetto|dirigente|supervisore',
  ],
  staff: [
    'umano|operatore|operatrice|agente|consulente|moderatore|moderatrice|moderatori|mod|admin|amministratore|staffer|responsabile|referente|rappresentante|essere_umano|persona_vera|persona_reale|tecnico|addetto|supervisore',
  ],
  talk: [
    'parlare|parlo|parlarne|discutere|comunicare|contattare|contatto|passare|passate|passatemi|passami|passarmi|trasferi*|inoltr*|collegar*|mettermi|mettetemi|chattare|rivolgermi|sentire|scrivere|dirott*|confrontarmi|conferire',
  ],
  look: [
    'rispondermi|aiutarmi|aiutare|aiuti|aiutarci|venire|venga|controllare|controlli|guardare|guardi|intervenire|intervenga|rispondere|rispondermi|risponda|occuparsi|occupi|vedere|veda|dare_unocchiata|verificare|verifichi|contattarmi|contatti|chiamarmi|chiami|risolvere|gestire|entrare|dia',
  ],
};
