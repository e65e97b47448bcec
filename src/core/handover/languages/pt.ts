import type { ReasonRules, Vocabulary } from '../pattern.ts';

/** Of Brazil and of Portugal; accents are gone when the rules read: `e` is also "é". */
const WORDS: Vocabulary = {
  general: [
    'como_posso|como_faço|como_fazer|como_se|como_funciona|como_funcionam|^como|como_mudo|como_evit*|como_eu|como_que|como_devo|quanto|quanta|quantos|quantas|qual|quais|quando|o_que_acontece|que_acontece|o_que_é|o_que_significa|onde|aonde|pode_se|se_pode|posso|eu_posso|é_possível|existe|existem|^há|^tem|^dá|dá_para|dá_pra|tem_como|tem_algum|tem_alguma|preciso_de_ter|é_preciso|deve_se',
    'aceitam|vocês_aceitam|oferecem|fazem|têm_algum|vocês_têm|saber|conhecer|me_pergunto|por_curiosidade|curiosidade|em_geral|geralmente|normalmente|tutorial|guia|explic*|política*|termos|condições|regras|regulamento|prazo|prazos|artigo|notícia|notícias|reportagem|lei|falando_de|quais_motivos|que_motivos|motivos_para',
    '{hypothetical}|{fiction}',
  ],
  hypothetical: [
    'se|caso|no_caso|o_que_acontece|risco*|evitar|evito|para_não|pra_não|antes_de|impedir|proteg*|prevenir|quando_alguém|imagin*|suponh*|seria',
  ],
  fiction: [
    'rp|roleplay|rpg|personagem|missão|missões|quest|boss|chefe|chefão|mob|mobs|masmorra|dungeon|npc|romance|filme|série|história|livro|lore|herói|protagonista|música|pvp|raid|creeper*|zumbi|zumbis|zombie*|esqueleto*|monstro*|dragão|aranha*|bruxa|novela',
  ],
  i: [
    'eu|me|mim|meu|minha|meus|minhas|nós|nosso|nossa|fiz|fui|estou|tô|to|sou|comprei|paguei|tenho|comigo|temos|nos|estava|tava|a_gente|fomos|tou|perdi|recebi',
  ],
  my: ['meu|minha|meus|minhas|nosso|nossa|nossos|nossas|seu|sua'],
  want: [
    'quero|queremos|queria|quer|desejo|desejaria|exijo|exigimos|solicito|peço|reclamo|preciso|precisamos|precisava|necessito|gostaria|gostava|gostaríamos|favor|pfv|pfvr|porfavor|pf|please|pls|podem|pode|podes|poderia|poderiam|podia|podiam|podias|consegue|conseguem|espero|prefiro|aguardo|dá_para_vocês|faz_favor|faça|façam|sff|plz',
  ],
  adverb: [
    'de|novo|outra|vez|ainda|já|sempre|ontem|hoje|agora|permanentemente|permanente|injustamente|temporariamente|automaticamente|por|erro|perma|para|pra|só|também|sido|literalmente|diretamente|há|pouco|em|do|da|chat|completamente|aparentemente|misteriosamente|acabei|ser|sendo|pelo|bot|sistema|engano|nada|a|estar|mais',
  ],
  someone: [
    'alguém|usuário*|utilizador*|jogador|jogadores|jogadora|membro*|pessoa|pessoas|gente|cara|caras|tipo|tipos|rapaz|moço|moça|garoto|garota|senhor|senhora|homem|mulher|adulto*|ele|ela|eles|elas|um|uma|uns|ex|vizinho|mod|moderador|moderadora|admin|grupo|desconhecid*|player|mano|menino|colega*|namorado|amigo|outro|outros|esse|essa|este|esta|gajo|gajos|povo|galera',
  ],
  mate: [
    'irmão|irmã|irmãozinho|irmãzinha|amigo|amiga|amigos|amigas|primo|prima|filho|filha|namorado|namorada|esposo|esposa|marido|mulher|mano|colega|parceiro|parceira|brother',
  ],
  child: [
    'menor|menores|criança|crianças|menino|menina|meninos|meninas|filha|filho|filhos|filhas|irmãzinha|irmãozinho|irmã|irmão|adolescente*|#_anos|miúdo|miúda|miúdos|miúdas|aluno*|aluna*|sobrinha|sobrinho|enteada|enteado',
  ],
  sexual: [
    'nude|nudes|nu|nua|nuas|nus|pelad*|sexual|sexuais|sexo|porno*|pornô|íntima|íntimas|íntimo|íntimos|obscen*|pervers*|pervertid*|pedófil*|predador*|nsfw|inapropriad*|impróp*|sem_roupa|calcinha|cueca|despid*',
  ],
  private: [
    'endereço|morada|número|telefone|telemóvel|celular|ip|identidade|nome_verdadeiro|nome_completo|nome|sobrenome|foto|fotos|vídeo|video|vídeos|videos|dados|informações|domicílio|escola|rosto|conversas|documentos|cpf|rg|casa|prints|print|zap|whatsapp',
  ],
  published: [
    'public*|postou|posta|postaram|postando|divulg*|compartilh*|partilh*|espalh*|vazou|vazaram|vazando|vaza|vazad*|expôs|expos|expor|expondo|exposto|subiu|revel*|mandou|enviou|colocou|colocaram|pôs|puseram|deu|passou|mostrou|mostra|exibiu|meteu',
  ],
  insult: [
    'racis*|homofób*|homofob*|antissemit*|transfób*|transfob*|xenófob*|xenofób*|xenofob*|nazi*|sexista|machista*|ódio|viado|bicha|paneleiro|macaco|preto_de|preta_de|negro_de|discriminat*|discrimin*|preconceit*',
  ],
  money: [
    'dinheiro|grana|euros|euro|€|reais|r|guita|eur|saldo|valor|quantia|dólares|crédito|créditos|verba|pila|pilas|carcanhol',
  ],
  charge: [
    'cobrou|cobraram|cobrado|cobrada|cobrando|cobram|cobra|cobrança|cobranças|cobrar|cobrados|debit*|descont*|factur*|fatur*|retir*|tiraram|tirado|levantaram',
  ],
  paidsure: [
    'paguei|pagamos|pago_e|já_paguei|comprei|compramos|tinha_comprado|tinha_pago|tenho_pago|encomendei|pedi_um|pedi_uma|adquiri|doei|transferi|depositei|gastei|assinei|fiz_o_pagamento|fiz_a_compra|fiz_um_pagamento|fiz_uma_compra|fiz_um_pedido|fiz_um_pix|fiz_o_pix|fiz_a_transferência|recarreguei|subscrevi|efetuei|efectuei|mandei_o_pix|investi|foi_pago|pagou|realizei',
  ],
  purchase: [
    'compra|pedido|encomenda|pagamento|assinatura|subscrição|doação|transferência|pix|boleto|mbway|multibanco',
  ],
  goods: [
    'pedido|pedidos|encomenda|pacote|entrega|envio|compra|compras|vip|rank|cargo|pack|skin|skins|gemas|moedas|créditos|coins|produto|artigo|chave|key|código|nitro|premium|assinatura|subscrição|pagamento|jogo|kit|boost|pontos|recompensa|itens|item|cartão_presente|gift_card|transferência|reembolso|estorno|diamantes|robux|mercadoria|plano|passe|cash',
  ],
  got: [
    'recebi|recebido|recebemos|recebo|chegou|chega|chegaram|caiu|caíram|cai|veio|vieram|deram|dado|entreg*|apareceu|aparece|apareceram|ativou|ativado|ativaram|ativa|activ*|credit*|enviaram|enviado|funciona|funcionou|funcionam|tive|entrou|liberaram|liberado|liberou|libera|mandaram|obtive|foi_entregue|tenho|carregou|constou|consta|processado|aprovado',
  ],
  twice: [
    'duas_vezes|2_vezes|2x|três_vezes|3_vezes|dobro|em_dobro|duplicad*|em_duplicado|#_vezes|várias_vezes|a_dobrar|a_mais|duplicidade|dobrado',
  ],
  cancelled: [
    'cancelei|cancelado|cancelada|cancelámos|cancelamos|cancelamento|anulei|cancelar|desisti|desativei',
  ],
  banned: [
    'banid*|baniram|baniu|banir|bani|banem|banindo|banimento|mutado|mutada|mutados|mutaram|mutou|mutad*|silenciado|silenciada|silenciaram|expulso|expulsa|expulsos|expulsaram|expulsou|expulsei|kickado|kickada|kickaram|kickou|suspenso|suspensa|suspensos|suspenderam|suspendeu|bloqueado|bloqueada|bloquearam|bloqueou|punido|punida|puniram|chutado|chutada|chutaram|removido_do|removida_do|removeram_do|castigado|restrito|restringido|advertido|warnado|inativada|desativada|desativado|desativaram|excluído_do|castigaram|sancionado|baniu|tirado_do|restringida|jogado_pra_fora',
  ],
  bansure: [
    'banido|banida|banidos|banidas|baniram|baniu|bani|banir|banem|mutado|mutada|mutaram|silenciado|silenciada|silenciaram|expulso|expulsa|expulsaram|expulsou|kickado|kickada|kickaram|kickou|suspenso|suspensa|suspenderam|punido|punida|puniram|castigado|sancionado|ban',
  ],
  ban: [
    'ban|bans|banimento|banimentos|mute|muto|kick|suspensão|expulsão|punição|punições|bloqueio|timeout|castigo|advertência|warn|warning|restrição|permaban|sanção|penalidade|strike|silenciamento',
  ],
  unban: [
    'desban*|desmut*|desbloque*|reintegr*|readmit*|tirar_o_ban|tirar_meu_ban|tirem_o_ban|tirem_meu_ban|remover_o_ban|remover_meu_ban|desbani*',
  ],
  unbansure: [
    'desban*|desmut*|tirar_o_ban|tirar_meu_ban|tirem_o_ban|tirem_meu_ban|remover_meu_ban|tira_meu_ban|tira_o_ban',
  ],
  unfair: [
    'sem_motivo|sem_razão|sem_nenhum|sem_nenhuma|sem_explicação|sem_explicações|sem_aviso|sem_avisar|sem_provas|sem_prova|sem_justificativa|sem_qualquer|por_nada|do_nada|à_toa|atoa|injust*|por_erro|um_erro|por_engano|um_engano|engano|equívoco|equivoc*|abuso|por_que|porque|porquê|pq|por_quê|inocente|não_fiz|nada_de_errado|nada_de_mal|não_usei|nunca_usei|não_falei|tirem|tirar|tira|retir*|revis*|rever|revejam|reduz*|anul*|reconsider*|recorr*|apel*|contest*|remov*|motivo|razão|verific*|analis*',
  ],
  account: [
    'conta|contas|account|perfil|senha|palavra_passe|password|passe|email|mail|e_mail|gmail|usuário|discord|steam|login|acc',
  ],
  stolen: [
    'hacke*|haque*|raque*|hackiaram|roubaram|roubado|roubada|roubou|roubam|rouba|roubados|roubadas|roubar|roubo|invadi*|invas*|clonad*|clonaram|comprometid*|phishing|pirate*|furtad*|furtaram|usurp*|crackear*',
  ],
  login: [
    'entrar|acessar|aceder|acesso|logar|login|fazer_login|iniciar_sessão|conectar|ligar_me|abrir|recuper*|entro|acesso|logo|autenticar|loga|entra',
  ],
  person: [
    'humano|humana|pessoa|pessoas|alguém|agente|operador|operadora|atendente|atendentes|assistente_humano|moderador|moderadora|moderadores|mod|mods|admin|admins|adm|adms|administrador|administradora|staff|staffs|staffer|equipe|equipa|suporte|responsável|supervisor|supervisora|representante|gerente|chefe|dono|ser_humano|técnico|sac|apoio_ao_cliente|atendimento|encarregado|funcionário|colaborador',
  ],
  staff: [
    'humano|humana|agente|operador|operadora|atendente|moderador|moderadora|moderadores|mod|mods|admin|admins|adm|adms|administrador|staff|staffer|responsável|supervisor|representante|gerente|dono|técnico|funcionário|colaborador|pessoa_real|pessoa_de_verdade',
  ],
  talk: [
    'falar|falo|conversar|comunicar|contactar|contatar|contato|contacto|passar|passem|passa|passe|transfer*|transfir*|encaminh*|ligar|chatear|dialogar|atendido|atendida|atender|tratar|fala|reencaminh*|direcion*',
  ],
  look: [
    'ajudar|ajudar_me|ajude|ajuda|vir|venha|venham|vem|verificar|verifique|olhar|olhe|olha|intervir|intervenha|responder|responda|responde|atender|atenda|atende|ver|veja|dar_uma_olhada|analisar|analise|contactar|contatar|ligue|ligar|resolver|resolva|tratar|entrar|cuidar|dê|dar',
  ],
};

const SAFETY: ReasonRules = {
  reason: 'safety',
  vocabulary: WORDS,
  always: [
    // Self-harm
    'quero|quer|vou|vai|penso|pensando|pensar|pensado|pensei|pensa|vontade|queria|tentou|tentei|tentado|preferia|prestes|planejando .. me_matar|matar_me|suicidar_me|me_suicidar|suicidar|suicidar_se|se_matar|matar_se|me_enforcar|enforcar_me|me_cortar|cortar_me|me_machucar|magoar_me|tirar_a_minha_vida|tirar_minha_vida|tirar_a_própria_vida|tirar_a_vida|me_jogar & !{fiction}',
    'eu|só|quero|queria|desejo|vontade|preferia quero|queria|só|de|desejo? só? morrer|desaparecer|sumir_do_mundo|estar_morto|estar_morta|não_existir & !{fiction}',
    'diz|disse|escreveu|dizendo|fala|falou .. quer|vai|vontade|queria .. morrer|se_matar|matar_se|suicidar & !{fiction}',
    'não|já_não|sem|nenhuma|nem .. quero|quer|tenho|tem|aguento|consigo|vejo|vontade|razão|motivo|sentido|forças .. viver|continuar_a_viver|continuar_vivendo|existir|estar_vivo|estar_viva|esta_vida|essa_vida|seguir_em_frente',
    'vontade|razão|motivo|força|forças|sentido .. não|nenhum|nenhuma|mais|perdi viver|de_viver|pra_viver & !{fiction}',
    'acabar|terminar .. minha_vida|a_própria_vida|com_tudo|sua_vida & {i}|vida|{mate} & !{fiction}',
    'melhor .. sem_mim|se_eu_morresse|se_eu_morrer|se_eu_não_existisse|morto|morta & !{fiction} & {i}|mundo|vida|todos',
    'me|se|estou|está|tá corto|corta|cortando|automutil*|machuco|machucando|cortei|cortou|mutil* & braço*|pulso*|eu|{mate}|{someone}|{i}|pele & ~internet|conexão|cabelo & !{fiction} & !internet|cabelo|luz',
    'cortando|cortar|cortei|corta os_pulsos|pulsos|os_braços|braços',
    'tomei|tomou|engoliu|engoli|ingeriu|tomar .. comprimidos|remédios|medicamentos|pílulas|calmantes',
    'pensamentos|ideias|carta|tendências suicid*',
    // Threats
    'me|nos|te|recebo|recebi|recebendo|sofro|sofrendo|sob|suas|com|fui|sou|estou|sendo|foi|mim .. ameaç* & !{fiction} & !{general}',
    'ameaç* .. me|mim|morte|matar|bater|minha|meu|comigo|vir|família|agredir|violar|estuprar|divulgar|vazar|nós & !{fiction} & !{general}',
    'vai|vão|quer|querem|virá|jura|jurou|diz|disse|dizendo|fala|falou .. me_matar|matar_me|me_bater|bater_me|me_esfaquear|me_estuprar|violar_me|me_achar|me_encontrar|encontrar_me|me_pegar|me_quebrar|partir_me|me_espancar|acabar_comigo|te_matar|me_sequestrar|matar_a_minha|matar_minha|espancar_me & !{fiction}',
    'sabe|sabem|conhece|descobriu|achou|tem|têm .. onde_eu_moro|onde_moro|onde_moramos|onde_vivo|meu_endereço|a_minha_morada|minha_morada|a_minha_casa|minha_casa|minha_escola|onde_trabalho|onde_eu_trabalho|onde_estudo|meu_nome_verdadeiro|onde_minha|onde_a_gente_mora',
    'vir|vem|virá|viria|vai|aparecer|esperar* .. minha_casa|em_casa|minha_escola|meu_trabalho|aqui_em_casa|nossa_casa|porta_de_casa & {someone}|ameaç*|diz|disse & !{fiction} & me|mim|disse|ameaç*|bater|diz',
    'temo|medo pela|por|pelo minha|meu|sua|nossa vida|segurança|filha|filho|família|integridade',
    // Doxxing
    '{someone}|me .. {published} .. meu|minha|meus|minhas|nosso|nossa|nossos|nossas {private} & ~eu',
    '{published} o|a|os|as? meu|minha|meus|minhas {private} & ~eu|posso|quero & !{general}',
    'meu|minha|meus|minhas .. {private} .. foi|foram|está|estão|tá|tão .. {published}|circulando|internet',
    'fotos|foto|vídeos|vídeo|video|imagens .. minhas|meus|da_minha_filha|do_meu_filho|sem_a_minha|sem_minha|sem_meu|sem_o_meu & {published}|consentimento|permissão|autorização|{someone}',
    'me|nos|fui|sendo|estão .. dox|doxx|doxad*|doxxad*|doxaram|doxxaram|exposed|swatt*|doxou',
    // Harassment
    'me|nos|te|sofro|sofrendo|sou|sendo|vítima|fui|estou|filha|filho .. assedi*|asséd*|bullying|cyberbullying|perseg*|persegu*|intimid*|humilh*|stalke* & !{general}',
    'assedi*|assédio|persegu* .. a|minha|outros|outras|membros|jogadores|meninas|mulheres|todo|crianças|constantemente & {i}|{someone} & !{general}',
    'me|nos|te|mim .. xing*|ofend*|insult*|chantage*|extorqu*|calúni*|difam* & !{fiction} & !{general}',
    'insult*|xing*|ofend* .. a|me|minha|meu|minha_mãe|minha_família|outros|todos|sem_parar|racis* & {i}|{someone} & !{general}',
    'me|nos cham*|disse|diz|dizem|trat*|chamou .. {insult}|puta|vadia|filho_da|merda|macaco|preto|gordo|gorda|retardado|viado',
    'não|nunca .. para|pára|param|deixa|deixam|cansa .. insult*|escrever|assedi*|perseguir|ameaç*|incomod*|mandar|ligar|xingar|em_paz|mandando|enviar',
    'me stalkeia|stalkeando|espiona|agred*|bateu|bate|batem|violou|estuprou|abusou|abusa|toca|tocou|apalpou & !{fiction} & !{general}',
    'meu|minha|o_meu|a_minha pai|mãe|padrasto|madrasta|marido|esposo|namorado|ex|tio .. me|nos .. bate|toca|viola|abusa|maltrata|ameaça|bateu|agride',
    'comentários|insultos|mensagens|piadas|palavras|discurso|coisas|ofensas .. {insult} & {i}|{someone}|chat|servidor|voz|call & !{general}',
    'insultos|comentários|mensagens|ofensas {insult} & !{general}',
    // Minors
    '{someone}|ped*|pediu|mand*|envi*|solicit* .. nudes|fotos_nu*|fotos_íntim*|fotos_pelad*|fotos_sem_roupa|fotos_sexuais|foto_nu*|fotos_minhas_nua & !{general}',
    '{child} .. sexual|sexuais|nude*|nua|nuas|pelad*|pedófil*|íntim*|encontrar_se|se_encontrar & {someone} & ped*|pediu|mand*|envi*|mensagens|fotos|com|fala|quer|escrev*|contact*|contat* & !{general}',
    'pede|pediu|pedindo|pedir|mand*|envi*|mensagens|fotos|fala|conversa*|escrev*|contat*|contacta|aproximando|dá_em_cima|encontrar|encontrar_se .. .. {child} & {sexual}|adulto*|maior_de|senhor|homem|velho|pessoalmente|sozinha & !{general}',
    '{sexual} .. a|de|com|para|pra|da|do|das {child}|minha_filha|meu_filho & !{general}',
    'pedófil*|predador & no|servidor|membro|usuário|jogador|aqui|grupo & !{general}',
    // Emergency
    'chame*|chamar|preciso|mandem|enviem|liguem .. ambulância|polícia|bombeiros|samu|190|192|112 & urgen*|ajuda|rápido|perigo|favor|ferid*',
    'emergência|urgência médica|real|grave|verdadeira',
    'está|estão|estou|tá|corre|vida .. em_perigo|perigo|em_risco & ~extinção & !{general} & !{fiction}',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    'suicíd*|suicid*|automutil* & me|eu|meu|minha|{mate}|ele|ela|alguém|membro|usuário|quero',
    'ameaça* & me|mim|usuário|alguém|morte|nós|jogador|utilizador',
    'assédio|chantagem|extorsão|pornografia_infantil|aliciamento & {i}|{someone}|vítima|denunci*|reportar',
    'sofro|sofrendo|vítima|fazem|fazendo|estão|está|comigo|contra|fez .. bullying|cyberbullying|doxxing|doxing|grooming|stalking',
    'mensagens|dm|fotos|foto|vídeo* {sexual} & {i}|{someone}',
    'denunci*|reportar|reporto .. ameaç*|insult*|racis*|assédi*|{insult}|pedófil*|ofens*',
  ],
};

const PAYMENT: ReasonRules = {
  reason: 'payment',
  vocabulary: WORDS,
  always: [
    // Wanted back
    'devolv*|devolvam|reembols*|estorn*|ressarc*|restitu* .. meu|minha|nosso|o|a|os|me {money}|#',
    'devolvam|devolva|reembolsem|reembolse|estornem|estorne|ressarçam me|meu|minha|o|a|já|favor|nosso',
    'me|nos devolv*|reembols*|estorn* & !{general}',
    '{want}|recuper* .. meu|minha|nosso dinheiro|grana|reais|euros|saldo & !{general}',
    'dinheiro|grana|valor de_volta & {i}|{want}',
    'onde|cadê|kd|kade está|estão|tá|foi|anda|ficou|para? o|a|os? meu|minha|meus|minhas|o|a pedido|encomenda|dinheiro|compra|reembolso|pagamento|entrega|saldo|vip|estorno|pacote',
    'meu|minha|nosso dinheiro|grana|saldo|euros|reais .. sumi*|desaparec*|perdid*|perdi|roubad*|bloquead*|retid*',
    'espero|esperando|aguardo|aguardando|espera|prometeram|recebi|recebido|chega|à_espera .. reembolso|estorno|devolução & ~obrigad* & !{general}',
    'não|nunca|negam|recus*|ainda|continuo .. reembols*|devolv*|estorn*|ressarc* & me|meu|minha|nos|dinheiro|grana & !{general}',
    // Charged
    'me|nos|fui|foi|cartão|conta|banco|fomos|paypal|fizeram|vocês .. {charge}|pagamento|débito .. {twice} & !{fiction}',
    'fui|fomos|foi|estou|sendo|sou cobrado|cobrada|debitado|debitada|cobrados|faturado & !{general}',
    'me|nos|continuam|continua|vocês|estão .. cobr*|debit*|descont* & me|nos|minha|meu|mim & !{general}',
    'cobraram|cobrou|debitaram|descontaram|tiraram|cobram me|nos|do_meu|da_minha|na_minha|no_meu|dinheiro|indevid*|duas & !{general}',
    'meu|minha|no_meu|na_minha|do_meu|da_minha cartão|conta|banco|paypal|fatura .. {charge}|débito|débitos & !{general}',
    'não|nunca .. reconheço|autorizei|fiz|identifico|lembro|realizei|entendo|aprovei|pedi .. cobrança|cobranças|compra|transação|transacção|pagamento|fatura|débito|compras|subscrição',
    'cobrança|cobranças|pagamento|compra|compras|transação|débito|fatura|débitos .. não_autoriz*|sem_autoriz*|sem_minha|sem_a_minha|fraudulent*|desconhecid*|não_reconhec*|indevid*|duplicad*|estranh*|em_dobro|que_não_fiz|que_eu_não|errad*|suspeit*|incorret* & !{general}',
    'cancelei|cancelado|anulei|tinha_cancelado|já_cancelei & {charge}|renov*|débito & !{general}',
    // Paid, nothing received
    '{paidsure} & não|nunca|nada|nenhum|nenhuma|nem .. {got}|veio & !{general}',
    '{paidsure} .. .. nada|nunca|pendente|sumiu|sumiram|erro|bloquead*|defeit*|perdid*|não_chega|não_funciona|recusad*|quebrad*|estragad*|não_presta|cadê|partid* & !nunca_comprei|não_comprei|não_paguei|nunca_paguei & ~problema|reclamar',
    'não|nunca|nem|nada|ainda_não .. {got} .. meu|minha|o|a|os|as|nosso|nada_do|nada_da {goods} & {paidsure}|pag*|compr*|meu|minha|encomend*|dias|semana* & !{general}',
    'meu|minha|meus|minhas|nosso|nossa {goods} .. não|nunca|nada|nem .. {got} & !{general}',
    'o|a|minha|meu encomenda|pacote|pedido|produto|compra .. não|nunca .. chegou|entreg*|enviad*|veio|recebi & !{general} & {i}|dias|semana*|ainda|paguei',
    'meu|minha|o|a pedido|encomenda|pacote|produto|entrega .. perdid*|sumi*|desaparec*|quebrad*|partid*|danificad*|atras*|vazi*|incomplet*|defeit*|errad*|estragad*|extravi*|pendente & {i}|chegou|veio & !{general}',
    'chegou|recebi|veio|enviaram|mandaram .. quebrad*|partid*|danificad*|defeit*|vazi*|errad*|incomplet*|outro_produto|estragad* & {i}|{goods}|{paidsure}',
    // Disputes and fraud
    'vou|abrir|abri|abrirei|fazer|farei|iniciar|iniciei|abro .. disputa|contestação|chargeback|reclamação_no_paypal|procon|reclame_aqui|estorno & {i}|paypal|banco|vou & !como & !{fiction}',
    'me|nos|fui|fomos|sou|estou|sendo .. enganad*|burlad*|aldrabad*|golpe|roubaram_dinheiro|roubando_meu|golpead*|lesad*|scamad* & !{fiction} & !{general}',
    'são|é|isso|isto um|uma|uns|todos? golpistas|ladrões|golpe|burla|roubo|fraude|burlões|estelionat*',
    'caí|cai .. golpe|burla & {i}|dinheiro|loja|paguei & !{general}',
  ],
  unlessHypothetical: [
    'posso|poderia|como_faço|como_posso|como_peço|como_solicito|consigo|tem_como|dá_pra|dá_para|quero + reembolso|reembols*|estorno|dinheiro_de_volta|ser_reembolsado|estornar & !política*|condições|ler|regras|saber|prazo',
    '{want} .. cancel*|anul* .. pedido|compra|pagamento|transação|encomenda|transferência & meu|minha|a|o|um|fiz & !como',
    'minha|meu|a compra|pedido|encomenda|pagamento .. cancel*|anul* .. {want}',
  ],
  unlessGeneral: [
    '{want} .. reembols*|estorno|estorn*|devolução|ressarcimento',
    'reembols*|estorn*|devolução|ressarcimento & {i}|{want} & {i}|{paidsure}|pedido|compra|dinheiro|encomenda',
    '{paidsure}|{purchase} .. por_engano|sem_querer|por_acidente|por_erro|errad*|sem_permissão|sem_minha|sem_a_minha|me_enganei|enganei_me',
    'por_engano|sem_querer|por_acidente|por_erro|sem_minha_permissão|sem_permissão|sem_autorização .. {paidsure}|{purchase}|comprou|cartão|assinei',
    '{paidsure}|{charge}|fatura|valor|preço & a_mais|em_vez_de|ao_invés|no_lugar|errad*|erro|mais_do_que|incorret* & {i}|vocês',
    'código|chave|key|gift_card|cartão_presente|cupom|cupão .. já_usad*|já_utiliz*|usado|inválid*|não_funciona|não_válid*|já_resgat*|já_foi & {paidsure}',
    '{paidsure}|meu|minha|meus .. {goods} .. sumi*|desaparec*|perdi|tiraram|retiraram|expirou|removeram & {i}',
    'chargeback|golpe|golpista|fraude|burla & pagamento|cartão|compra|{i} & ~denunci*|reportar',
    'pagamento|transferência|transação|compra|pix|boleto .. pass*|aprovad*|aceit*|complet*|confirmad*|processad*|realizad*|feito|feita|recusad*|debitado|descontado|caiu & mas|porém|não|nada|ainda & {i}|pedido|vip|cheg*|encomenda',
  ],
};

const BAN: ReasonRules = {
  reason: 'ban',
  vocabulary: WORDS,
  always: [
    // Said of oneself
    'fui|estou|tou|eu_to|to|sou|continuo|fomos|estava|tava|estamos|sido|ser|fiquei|apareço|sendo|tomei|levei|acabei_de {adverb}? {adverb}? {adverb}? {banned} & ~não & !{general}',
    'me|nos {adverb}? {adverb}? {banned} & !{general} & ~não',
    'me|nos baniram|baniu|banem|mutaram|mutou|silenciaram|expulsaram|expulsou|kickaram|kickou|suspenderam|bloquearam|puniram|chutaram|tiraram_do|removeram_do|castigaram|deram_ban|deram_mute|deu_ban|deu_mute|deram_kick|deu_kick|deram_timeout',
    'baniram|expulsaram|kickaram|mutaram|silenciaram|suspenderam|bloquearam|castigaram me|nos|minha|a_minha|meu|o_meu',
    'vocês|vcs|um_mod|um_adm|um_admin|o_bot|moderador .. me|minha|meu .. {banned}',
    'por_que|porque|porquê|pq|por_quê|motivo|razão .. me|estou|fui|tô|to|eu|meu|minha|fomos|tou .. {bansure}|bloqueado|bloqueada|desbanido',
    'minha|meu|nossa|minhas conta|contas|perfil|ip|acesso|usuário|acc .. {banned} & !{general}',
    'meu|meus|nosso|o_meu ban|bans|banimento|mute|kick|timeout|permaban & ~obrigad* & !{fiction}',
    'minha|nossa suspensão|expulsão|punição|sanção|advertência|restrição & servidor|{unfair}|conta|ban|discord & ~obrigad* & !{general}',
    'levei|tomei|recebi|peguei|deram|ganhei|comi|apanhei|meteram|deu .. um|uma|de|ban {ban}? & ban|bans|mute|kick|timeout|permaban|banimento|punição|suspensão|advertência|warn & {i}|sem|levei|tomei|apanhei|peguei & !{general} & !{fiction}',
    'levei|tomei|apanhei|peguei {ban}',
    'não_fiz_nada|não_fiz|nada_de_errado|não_usei|nunca_usei|inocente|não_falei_nada|não_xinguei|sem_fazer_nada|sigo_as_regras|não_quebrei|não_uso_hack|nem_fiz_nada|nem_falei & {bansure}|punição|banimento|suspensão|mute',
    // Wants to be let back in
    '{unbansure} & {want}|{i}|quando|favor & !{fiction} & !como_desban*',
    'quero|pedido|pedir|gostaria|solicito|meu|preciso .. unban|unmute & !{fiction}',
    'desbloque*|readmit*|reintegr* .. me|minha_conta|meu_usuário|ao_servidor & !nível|conquista & !{general}',
    'me desbloqueia|desbloqueiem|desbloqueie|desbloqueiam|desbloquear',
    'apelar|apelo|apelação|recorrer|recurso|contest*|impugnar .. meu|minha|este|esse|esta|essa|do|da|o|a|um|contra|de .. {ban} & !{fiction}',
    'quero|queria|posso|fazer|desejo|gostaria|enviar|abrir .. apelar|recorrer|apelação|unban_appeal & ~não & !{fiction}',
    'tir*|levant*|revis*|rever|revejam|reduz*|anul*|reconsider*|retir*|remov*|analis* .. meu|minha|este|esse|esta|essa|o|a ban|banimento|punição|suspensão|mute|expulsão|castigo|bloqueio|timeout & {i}|favor|podem|{want} & !{general}',
    'segunda|outra|mais_uma chance|oportunidade & {banned}|{ban}|voltar|servidor & !{fiction}',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    'meu|minha|este|esse|esta|essa|o|a {ban} & {unfair} & {i}',
    '{bansure} .. {unfair} & {i}|{mate}',
    '{unfair} .. {bansure} & {i}|{mate}',
    '^{bansure} & {unfair}',
    'meu|minha|meus|ao_meu {mate} .. {bansure}',
    '{bansure} .. o|a? meu|minha|meus {mate}',
  ],
};

const ACCOUNT: ReasonRules = {
  reason: 'account',
  vocabulary: WORDS,
  always: [
    // Stolen
    'meu|minha|meus|minhas|nossa {account} .. {stolen} & !{general}',
    'me|nos .. hacke*|haque*|raque*|hackiaram & !{general} & !{fiction}',
    'fui|estou|tô|sou|sido|fomos hackead*|haquead*|raquead*|hackiad*',
    'hacke*|haque*|raque*|roubaram|roubado|roubou|invadiram|invadiu|clonaram|hackiaram .. meu|minha|a|nossa|o|essa conta|contas|perfil|email|discord|steam|account & !{general}',
    'conta|perfil|email|discord .. hackead*|haquead*|raquead*|roubad*|invadid*|clonad*|comprometid* & {i} & !{general}',
    'me|nos|roubaram|roubou|sumiram|levaram .. roubaram|roubou|rouba|sumiram|levaram|meus|minhas|meu|minha .. itens|item|objetos|coisas|inventário|baú|baús|skins|skin|conta|diamantes|recursos|armas|moedas|equipamento & roub*|levaram|sumi* & !{fiction}',
    'roubaram|roubou .. me|meus|minhas|meu|minha|todos_os_meus|as_minhas itens|skins|conta|inventário|a_conta|coisas|diamantes|objetos|moedas & !{fiction}',
    'roubaram|hackearam|invadiram me .. a|o conta|perfil|email|discord',
    'alguém|outro|outra_pessoa|hacker|desconhecido|cara|pessoa|usuário|tipo|gajo .. entrou|entrado|entra|acessou|acede|acedeu|usa|usando|está_usando|mudou|trocou|alterou|invadiu|conectou|acesso|controle .. meu|minha|na_minha|à_minha|no_meu|a {account} & !{general}',
    'minha|meu|a|o senha|email|password|palavra_passe|e_mail|usuário .. mud*|troc*|alter* & sem|não_fui|alguém|não_consigo & {i}',
    'mudaram|trocaram|alteraram|mudou|trocou .. minha|meu|a|o senha|email|password|palavra_passe & {i}|conta & !{general}',
    // Locked out
    'não|já_não|impossível|nem|deixa|sem|perdi|nunca .. {login} .. .. meu|minha|na|a_minha|à_minha|no_meu|na_minha conta|perfil|email|mail|usuário|account & !{fiction} & !{general}',
    'não|já_não|impossível|deixa .. {login} & perdi|mudei|troquei|roub*|mud*|esqueci|quebrou|partiu|troca* .. telefone|celular|telemóvel|2fa|email|número|autenticador|código|senha|chip & conta|email|2fa|autenticador|código|telefone|celular|telemóvel & {i}',
    'perdi|perdido|não_tenho|sem|já_não .. acesso .. conta|email|mail|número|2fa|perfil & {i} & !{general}',
    'perdi|perdido .. meu|minha|meus|o|a|os conta|contas|telefone|celular|telemóvel|2fa|autenticador|códigos & conta|acess*|entrar|2fa|logar|aceder & !{general}',
    'recuper*|devolvam|devolva .. meu|minha|nossa|a|a_minha conta|contas|account|perfil & ~obrigad* & {i}',
    'conta|progresso|inventário|rank|save|dados .. sumiu|sumiram|desaparec*|apagad*|apagou|excluíd*|eliminad*|resetad*|zerad*|perdid*|deletad*|desativad* & meu|minha|me|meus & !{general}',
    'código|email|link|sms|e_mail .. verificação|confirmação|recuperação|redefin*|segurança|reposição .. não|nunca|nada|nem & {i}|chega & !{general}',
    'não|nunca|nem .. chega|recebo|chegou|chegam|funciona .. código|email|link|sms & {account}|{login}|verificação|redefin*|recuperação & !{general} & {i}|conta',
    // Deletion
    '{want} .. apag*|exclu*|elimin*|delet*|encerr*|remo*|desativ*|exclusão .. meu|minha|meus|minhas|todos_os_meus conta|contas|dados|informações|mensagens|perfil & !{general}',
    'apaguem|excluam|eliminem|deletem|encerrem|removam|apague|exclua|elimine|delete|apaga .. meu|minha|meus|minhas|todos_os_meus|a_minha conta|dados|informações|perfil & !{general}',
    'direito .. esquecimento|apagamento|eliminação & {i}|meus|exercer',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    'eliminação|exclusão|remoção|apagamento|encerramento .. meu|meus|minha|da_minha|dos_meus conta|dados|informações|perfil',
    'rgpd|lgpd|gdpr & meus|meu|minha|dados|apag*|exclu*|elimin*',
    '{account} .. hackead*|roubad*|invadid* & {i}|favor|ajuda|socorro',
    'hacke*|hack|invasão & meu|minha|me|eu & conta|email|discord|account',
  ],
};

const HUMAN: ReasonRules = {
  reason: 'asked_for_human',
  vocabulary: WORDS,
  always: [
    '{want}|posso|como|possível|deixem|deixa|consigo|poder|dá|tem_como .. falar|falo|conversar|comunicar|tratar|dialogar .. com|a|ao .. {person} & !se_pode & !{fiction}',
    'falar|conversar|comunicar|contactar|contatar|tratar|atendido|atendida com|por|a um|uma|o|a|alguém|algum .. humano|humana|pessoa|agente|operador|atendente|moderador|mod|admin|adm|representante|responsável|supervisor|staff|suporte|equipe|equipa|real|verdade',
    'falar|conversar com humano|gente|alguém|pessoa|atendente|moderador|staff|suporte',
    '{want}|posso|me|nos|possível .. passar|passem|passa|passe|passas|transfer*|transfir*|encaminh*|contactar|contatar|contato|contacto|ligar|direcion*|reencaminh*|colocar .. {person} & !como|onde & !{fiction} & ~ser|virar',
    'passem|passa|passe|transfere|transfira|transfiram|encaminhe|encaminhem|liguem|ponham|coloca|põe .. me|isto|isso|meu|para|a .. {person}',
    'não|chega|basta|farto|farta|cansei|cansado|sem|odeio|inútil|burro|estúpido|merda|droga .. bot|bots|robô|robôs|robot|ia|máquina|chatbot|automátic* & {want}|falar|farto|farta|humano|humana|pessoa|inútil|chega|entende|burro|cansei & !{general} & !{fiction}',
    '{want}|busco|procuro|exijo|tem|há .. pessoa|humano|atendente|alguém|assistência|suporte|atendimento|apoio|ajuda|operador .. real|humana|humano|de_verdade|de_carne|verdadeira & !{fiction}',
    'um|uma|algum|alguma {staff} por_favor|porfavor|pfv|pf|please|pls|urgente|aqui|já|sff|plz|faz_favor',
    '^{staff} por_favor|porfavor|pfv|pf|please|pls|aqui',
    '^{staff} $',
    '{staff}|alguém_da|alguém_do|a_equipe|a_equipa|um_membro .. pode|podem|poderia|possa|consegue|poderiam|podia .. {look} & !{fiction} & !como',
    'pode|podem|poderia|possa|que|quero_que|preciso_que|preciso|podia|dá .. {staff}|alguém_da_equipe|alguém_da_equipa|alguém_do_suporte|alguém_da_staff|um_membro_da .. {look} & !{fiction} & !como & ~ser|virar',
    'alguém|pessoa|membro|gente da|do|de|aí_da staff|suporte|equipe|equipa|moderação|administração|vocês|atendimento|apoio .. {look}|{want}|pode|aqui|disponível|online|on & !{general}',
    'tem|há|tá .. {staff} .. disponível|disponíveis|online|on|aqui|aí|ativo|que & ~quant* & !{fiction} & !quantos',
    'chamem|chama|chame|mandem|tragam|avisem|enviem .. um|uma|algum|os|o {staff}',
    'me_liguem|liguem_me|me_ligue|ligar_me|retornem_a_ligação|liguem_para_mim|me_ligar & {want}|telefone|número|alguém|atendente',
    // Nobody answers
    'ninguém|nenhum|nenhuma|nunca|ainda_não|sem|não|nem .. responde|respondem|respondeu|responderam|resposta|respostas|atende|atendem|retorno|respondem|respondido|liga_para & dias|semana|semanas|mês|meses|horas|há|faz|ticket|tickets|suporte|staff|equipe|equipa|me|aqui|vezes|vocês & !{general} & !{fiction} & ~pesquisa|enquete',
    'espero|esperando|espera|aguardo|aguardando .. dias|semana*|mês|meses|#_dias|horas & resposta|respond*|ticket|suporte|staff|equipe|equipa|alguém|ninguém|atend*',
    'seu|vosso|vossa|o|a|esse|este|de_vocês|essa|esta suporte|serviço|equipe|equipa|staff|atendimento|moderação|moderadores|mods .. péssim*|inútil|inúteis|horrível|vergonh*|incompetente*|lent*|lixo|uma_merda|terrível|ridícul*|corrupt*|lamentável|fraco|porcaria',
    'reclamação|queixa|reclamar|queixar_me .. contra|sobre|de|do|da .. mod|moderador|staff|admin|adm|equipe|equipa|atendimento & !comprar',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    '{want}|procuro|espero .. um|uma|algum|o|a|de|do {staff} & ~ser|virar|candidat*|cargo|vaga|tornar_me & !{fiction}',
    '{talk} .. com|ao .. {person} & {i}|favor',
    'agente|atendente|operador|suporte|atendimento|contato|contacto|assistência humano|humana|real',
    'pessoa|humano|agente|atendente real|de_verdade|de_carne',
  ],
};

/** Who needs a person, in Portuguese. */
export const PORTUGUESE: readonly ReasonRules[] = [SAFETY, PAYMENT, BAN, ACCOUNT, HUMAN];
