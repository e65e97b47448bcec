import type { Vocabulary } from '../../pattern.ts';
import { IBERIAN_QUESTIONS } from './es.ts';

/** Of Brazil and of Portugal; accents are gone when the rules read: `e` is also "é". */
export const PORTUGUESE_WORDS: Vocabulary = {
  general: [...IBERIAN_QUESTIONS, '{hypothetical}|{fiction}'],
  hypothetical: [
    'se_eu|se_você|se_alguém|se_um|se_uma|se_o|se_a|se_não|se_for|se_quiser|se_tiver|se_houver|se_ele|se_fizer|se_é|se_vocês|se_meu|se_minha|se_usar|se_pode|^se|caso|no_caso|o_que_acontece|risco*|evitar|evito|para_não|pra_não|antes_de|impedir|proteg*|prevenir|quando_alguém|imagin*|suponh*|seria',
  ],
  fiction: [
    'rp|roleplay|mercador|aldeão|aldeões|comerciante|rpg|personagem|missão|missões|quest|boss|chefe|chefão|mob|mobs|masmorra|dungeon|npc|romance|filme|série|história|livro|lore|herói|protagonista|música|pvp|raid|creeper*|zumbi|zumbis|zombie*|esqueleto*|monstro*|dragão|aranha*|bruxa|novela',
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
    'recebi|recebido|recebemos|recebo|chegou|chega|chegaram|caiu|caíram|cai|veio|vieram|deram|dado|entreg*|apareceu|aparece|apareceram|ativou|ativado|ativaram|ativa|activ*|credit*|enviaram|enviado|funciona|funcionou|funcionam|tive|entrou|adicion*|liberaram|liberado|liberou|libera|mandaram|obtive|foi_entregue|tenho|carregou|constou|consta|compensou|compensado|liberada|processado|aprovado',
  ],
  twice: [
    'duas_vezes|2_vezes|2x|três_vezes|3_vezes|dobro|em_dobro|duplicad*|em_duplicado|#_vezes|várias_vezes|a_dobrar|a_mais|duplicidade|dobrado',
  ],
  banned: [
    'banid*|baniram|baniu|banir|bani|banem|banindo|banimento|mutado|mutada|mutados|mutaram|mutou|mutad*|silenciado|silenciada|silenciaram|silenciou|puniu|castigou|expulso|expulsa|expulsos|expulsaram|expulsou|expulsei|kickado|kickada|kickaram|kickou|suspenso|suspensa|suspensos|suspenderam|suspendeu|bloqueado|bloqueada|bloquearam|bloqueou|punido|punida|puniram|chutado|chutada|chutaram|removido_do|removida_do|removeram_do|castigado|restrito|restringido|advertido|warnado|inativada|desativada|desativado|desativaram|excluído_do|castigaram|sancionado|baniu|tirado_do|restringida|jogado_pra_fora',
  ],
  bansure: [
    'banido|banida|banidos|banidas|baniram|baniu|bani|banir|banem|mutado|mutada|mutaram|silenciado|silenciada|silenciaram|silenciou|puniu|castigou|suspendeu|expulso|expulsa|expulsaram|expulsou|kickado|kickada|kickaram|kickou|suspenso|suspensa|suspenderam|punido|punida|puniram|castigado|sancionado|ban',
  ],
  ban: [
    'ban|bans|banimento|banimentos|mute|muto|kick|suspensão|expulsão|punição|punições|bloqueio|timeout|castigo|advertência|warn|warning|restrição|permaban|sanção|penalidade|strike|silenciamento',
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
    'humano|humana|pessoa|pessoas|alguém|agente|operador|operadora|atendente|atendentes|assistente_humano|moderador|moderadora|moderadores|mod|mods|admin|admins|adm|adms|administrador|administradora|staff|staffs|staffer|equipe|equipa|suporte|responsável|supervisor|supervisora|representante|gerente|chefe|dono|proprietário|diretor|ser_humano|técnico|sac|apoio_ao_cliente|atendimento|encarregado|funcionário|colaborador',
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
