import type { Vocabulary } from '../../pattern.ts';

/**
 * How general questions begin in Spanish and in Portuguese. The two are so close that rules of one meet sentences of
 * the other, so each must know the questions of both.
 */
export const IBERIAN_QUESTIONS: readonly string[] = [
  '^cómo|hola_cómo|buenas_cómo|saber_cómo|sé_cómo|,_cómo|y_cómo|cómo_puedo|cómo_se|cómo_hago|cómo_hacer|cómo_funciona*|cómo_cancel*|cómo_cambi*|cómo_evit*|cómo_elimin*|cómo_borr*|cómo_recuper*|cómo_solicit*|cómo_pag*|cómo_bane*|cómo_report*|cómo_denunci*|decir_cómo|alguien_cómo|cuánto|cuánta|cuántos|cuántas|cuál|cuáles|cuándo_puedo|cuándo_se|cuándo_sale|cuándo_llega*|cuándo_es|cuándo_será|cuándo_van|cuándo_recib*|cuándo_cobran|cuándo_me_cobran|cuándo_abr*|cuándo_empie*|cuándo_hay|cuándo_está*|qué_pasa|qué_pasaría|qué_es|qué_son|qué_significa|qué_métodos|qué_hago_para|qué_tipo|qué_formas|dónde|adónde|se_puede|se_pueden|puede_uno|^puedo|hola_puedo|,_puedo|y_puedo|dónde_puedo|podría_yo|es_posible|hay_que|hay_alguna_forma|hay_alguna_manera|existe|existen|^hay_algún|^hay_alguna|^hay_forma|^hay_manera|^hay_descuento*|^hay_límite|^es_posible|^es_necesario|^es_obligatorio|^es_gratis|^es_seguro|^aceptan|^tienen|^ofrecen|^hacen|^tiene',
  'tienen_alguna|aceptan|ofrecen|aceptáis|ofrecéis|saber|conocer|me_pregunto|me_dijeron_que|me_han_dicho_que|escuché_que|leí_que|me_preguntaba|por_curiosidad|curiosidad|en_general|generalmente|normalmente|tutorial|explicar|explicarme|explica|explícame|explíquenme|política*|términos|condiciones|normativa|plazo|plazos|artículo|noticia*|reportaje|ley|leí|hablando_de|por_qué_motivos|por_qué_razones|motivos_para|razones_para',
  '^te_pueden|te_banean|pueden_banear|pueden_banearte',
  'como_posso|como_faço|como_fazer|como_se|como_funciona|como_funcionam|^como|como_mudo|como_evit*|como_eu|como_que|como_devo|quanto|quanta|quantos|quantas|qual|quais|quando_posso|quando_é|quando_sai|quando_chega*|quando_será|quando_vai|quando_receb*|quando_vão|quando_abr*|quando_começ*|quando_cobram|quando_se|quando_vou|o_que_acontece|que_acontece|o_que_é|o_que_significa|onde|aonde|pode_se|se_pode|^posso|oi_posso|olá_posso|,_posso|e_posso|onde_posso|^eu_posso|é_possível|existe|existem|^há_alguma|^há_como|^há_descont*|^há_forma|^há_limite|^tem_como|^tem_desconto|^tem_limite|^tem_jeito|^tem_que|^dá|dá_para|dá_pra|tem_como|tem_alguma|tem_algum_desconto|tem_algum_jeito|tem_algum_limite|preciso_de_ter|é_preciso|deve_se',
  'aceitam|vocês_aceitam|oferecem|fazem|vocês_têm|saber|conhecer|me_pergunto|disseram_me_que|me_disseram_que|ouvi_que|li_que|por_curiosidade|curiosidade|em_geral|geralmente|normalmente|tutorial|guia|explicar|explica|explicam|expliquem|política*|termos|condições|prazo|prazos|artigo|notícia|notícias|reportagem|lei|falando_de|quais_motivos|que_motivos|motivos_para',
];

/** Of Spain and of America, with the voseo; accents are gone when the rules read: `si` is also "sí". */
export const SPANISH_WORDS: Vocabulary = {
  general: [...IBERIAN_QUESTIONS, '{hypothetical}|{fiction}'],
  hypothetical: [
    'si|en_caso|qué_pasa|qué_pasaría|riesgo|evitar|evito|para_no|para_que_no|antes_de|impedir|proteg*|prevenir|cuando_uno|imagin*|supong*|sería|podrían_ser',
  ],
  fiction: [
    'rp|roleplay|mercader|aldeano|aldeanos|comerciante|tendero|juego_de_rol|rol|personaje|misión|misiones|quest|boss|jefe|mob|mobs|mazmorra|npc|novela|película|serie|historia|libro|lore|héroe|protagonista|canción|pvp|raid|creeper*|zombi|zombie*|zombis|esqueleto*|monstruo*|dragón|araña*|bruja',
  ],
  i: [
    'yo|me|mi|mis|mí|nos|nuestro|nuestra|nuestros|he|hice|fui|estoy|soy|llevo|tengo|compré|pagué|pague|hemos|conmigo|estaba',
  ],
  my: ['mi|mis|nuestro|nuestra|nuestros|nuestras|su'],
  want: [
    'quiero|queremos|quisiera|quiere|quería|deseo|desearía|exijo|exigimos|solicito|pido|reclamo|necesito|necesitamos|necesita|gustaría|porfa|porfavor|por_favor|plis|pls|please|favor|pueden|puedes|podéis|podés|podrían|podrías|podríais|puede|podría|ruego|espero|prefiero|preferiría|hagan|den',
  ],
  adverb: [
    'otra|vez|de|nuevo|ya|todavía|aún|siempre|ayer|hoy|recién|permanentemente|permanente|injustamente|temporalmente|automáticamente|por|error|perma|para|siempre|acaban|acabo|solo|también|sido|literalmente|directamente|la|el|hace|rato|poco|en|mi|cuenta|del|chat|completamente|indefinidamente|aparentemente|misteriosamente|como',
  ],
  someone: [
    'alguien|usuario*|jugador|jugadores|jugadora|miembro*|persona|gente|tipo|tío|chico|chica|señor|señora|hombre|mujer|adulto*|él|ella|ellos|ellas|uno|unos|una|un|ex|vecino|mod|moderador|moderadora|admin|grupo|desconocido*|wey|güey|pibe|tipa|compañero*|amigo|novio|este|esta|ese|esa|otro|otros|me_han|le|les',
  ],
  mate: [
    'hermano|hermana|hermanito|amigo|amiga|amigos|amigas|primo|prima|hijo|hija|novio|novia|esposo|esposa|marido|mujer|colega|pana|compañero|compañera',
  ],
  child: [
    'menor|menores|niño|niña|niños|niñas|nene|nena|hija|hijo|hijos|hijas|hermanita|hermanito|hermana|hermano|adolescente*|#_años|chico_de|chica_de|alumno*|alumna*|sobrina|sobrino|chicos|crío*',
  ],
  sexual: [
    'nude|nudes|desnudo|desnuda|desnudos|desnudas|sexual*|sexo|porno*|íntimo|íntima|íntimos|íntimas|obsceno*|obscena*|perverso*|pervertido*|pedófil*|pederasta*|depredador*|nsfw|inapropiad*|subid*_de_tono|ropa_interior|inadecuad*',
  ],
  private: [
    'dirección|número|teléfono|celular|móvil|ip|identidad|nombre_real|nombre_completo|nombre|apellido|foto|fotos|video|vídeo|videos|vídeos|datos|información|domicilio|escuela|colegio|cara|conversaciones|dni|documento|casa|capturas',
  ],
  published: [
    'public*|posteó|postea|posteado|divulg*|compart*|difund*|filtr*|leakeó|leakeo|leakear*|expuso|expone|expuesto|subió|subido|subieron|reveló|revelado|pasó|mandó|envió|puso|pusieron|dio|reparte|muestra|mostró|anda_pasando|anda_mandando|está_pasando',
  ],
  insult: [
    'racis*|homófob*|homofób*|antisemit*|tránsfob*|transfób*|xenófob*|xenofób*|nazi*|sexista*|machista*|odio|maricón|marica|sudaca|negro_de|negra_de|mono_de|discriminator*|discrimin*',
  ],
  money: [
    'dinero|plata|lana|pasta|guita|euros|euro|€|pesos|dólares|usd|eur|saldo|importe|monto|cuartos|varo|fondos|soles',
  ],
  charged: [
    'cobró|cobraron|cobrado|cobrada|cobrando|cobran|cobra|cobro|cobros|cobraste|cobrasteis|cobráis|cobrar|cobrarme|cargo|cargos|cargado|cargaron|cargó|debit*|descont*|factur*|retir*|recargo|cobrad*',
  ],
  charge: [
    'cobró|cobraron|cobrado|cobrando|cobran|cobra|cobraste|cobrasteis|cobráis|cobrar|cargado|cargaron|cargó|debit*|descontaron|descontado|descontó|factur*|sacaron|sacado|quitaron_dinero|cobrad*',
  ],
  paid: [
    'pagué|pague|pagado|pagamos|pagando|pago|pagos|compré|compre|comprado|compramos|compra|pedí|ordené|encargué|adquirí|adquirido|doné|transferí|deposité|depositado|gasté|gastado|suscribí|suscrito|contraté|recargué|abonado|aboné|invertí',
  ],
  paidsure: [
    'pagué|pague|he_pagado|pagamos|hemos_pagado|compré|compre|he_comprado|compramos|hemos_comprado|ordené|encargué|adquirí|he_adquirido|doné|he_donado|transferí|deposité|he_depositado|gasté|he_gastado|me_suscribí|contraté|recargué|aboné|ya_pagado|hice_el_pago|hice_la_compra|hice_un_pago|hice_una_compra|hice_un_pedido|realicé|hice_la_transferencia|invertí',
  ],
  goods: [
    'pedido|pedidos|paquete|envío|compra|compras|rango|vip|pack|skin|skins|gemas|monedas|créditos|coins|producto|artículo|entrega|clave|código|nitro|premium|suscripción|pago|juego|kit|boost|puntos|recompensa|items|ítems|tarjeta_de_regalo|transferencia|reembolso|membresía|encargo|diamantes|pavos|robux|orden|membresia',
  ],
  got: [
    'recibí|recibi|recibido|recibo|recibimos|llegó|llega|llego|llegado|llegaron|llegan|dieron|dan|dado|diste|disteis|entreg*|apareció|aparece|aparecen|activó|activado|activaron|activa|acredit*|abonaron|enviaron|envían|obtenido|obtuve|tengo|funciona|funcionan|funcionó|sirve|han_dado|mandaron|cargó|cargaron|asignaron|carga|agreg*|añad*|refleja|reflejado|reflejó|reflejan|abonado',
  ],
  twice: [
    'dos_veces|2_veces|2x|tres_veces|3_veces|doble|doblemente|duplicad*|por_duplicado|#_veces|varias_veces|de_más',
  ],
  banned: [
    'baneó|baneo|baneado|baneada|baneados|banearon|banean|baneaste|banearme|bane*|vetado|vetada|vetaron|muteó|muteado|muteada|mutearon|muteaste|silenciaron|silenciado|silenciada|silenciaste|silenció|expuls*|kickeó|kickeado|kickearon|kickeada|kickeo|kickearme|suspendieron|suspendido|suspendida|suspendió|suspendid*|bloquearon|bloqueado|bloqueada|bloqueó|bloqueasteis|sancionaron|sancionado|sancionada|sancionó|echaron|echado|echó|echada|castigaron|castigado|inhabilitaron|inhabilitada|inhabilitado|excluyeron|excluido|excluida|warneado|warnearon|advirtieron|restringieron|restringida|restringido|botaron|sacaron_del|sacado_del|sacó_del|aislaron|aislado|corrieron_del|deshabilit*|en_silencio|pusieron_en_silencio|puesto_en_silencio',
  ],
  bansure: [
    'bane*|vetado|vetada|vetaron|muteado|muteada|mutearon|silenciado|silenciada|silenciaron|expulsado|expulsada|expulsaron|expulsó|kickeado|kickeada|kickearon|kickeó|suspendido|suspendida|suspendieron|sancionado|sancionada|sancionaron|castigado|castigaron|en_silencio',
  ],
  ban: [
    'ban|bans|baneo|baneos|veto|mute|muteo|kick|suspensión|expulsión|sanción|sanciones|bloqueo|timeout|castigo|advertencia|warn|silencio|restricción|inhabilitación|permaban|penalización|strike',
  ],
  unbansure: ['desbane*|desban|desmute*|desvet*|unbanear*|unbaneen*'],
  unfair: [
    'sin_motivo|sin_razón|sin_ninguna|sin_ningún|sin_explicación|sin_explicaciones|sin_aviso|sin_avisar|sin_previo|sin_pruebas|sin_justificación|por_nada|por_la_cara|injust*|por_error|un_error|equivoc*|abuso|por_qué|porque_si|pq|xq|porq|inocente|no_hice_nada|no_he_hecho|nada_malo|no_usé|nunca_usé|no_dije|quiten|quitar|quítenme|quitadme|quitenme|levant*|revis*|reduc*|anul*|reconsider*|apel*|elimin*|motivo|razón|sin_justific*',
  ],
  account: [
    'cuenta|cuentas|account|perfil|contraseña|clave|correo|email|mail|gmail|usuario|discord|steam|sesión',
  ],
  stolen: [
    'hacke*|jacke*|jaque*|robaron|robado|robada|robó|roban|robo|robados|robadas|robar|pirate*|suplant*|usurp*|comprometid*|phishing|crackear*|vulner*|intervenid*|secuestr*',
  ],
  login: [
    'entrar|acceder|ingresar|iniciar_sesión|iniciar|inicio|loguear*|loguearme|loguea|acceso|conectar|conectarme|abrir|recuper*|login|logear*|logearme|entro|ingreso|accedo|meterme|inicie',
  ],
  person: [
    'humano|humana|persona|personas|alguien|agente|operador|operadora|asesor|asesora|moderador|moderadora|moderadores|mod|mods|admin|admins|administrador|administradora|staff|equipo|soporte|encargado|encargada|responsable|supervisor|supervisora|representante|ejecutivo|ejecutiva|atención_al_cliente|servicio_al_cliente|gerente|jefe|dueño|propietario|director|ser_humano|técnico',
  ],
  staff: [
    'humano|humana|agente|operador|operadora|asesor|asesora|moderador|moderadora|moderadores|mod|mods|admin|admins|administrador|administradora|staff|encargado|encargada|responsable|supervisor|representante|ejecutivo|dueño|persona_real|técnico',
  ],
  talk: [
    'hablar|hablo|charlar|conversar|comunicar*|comunic*|contactar*|contact*|pasar|pasen|páseme|pásame|pásenme|transfer*|deriv*|conect*|chatear|comunícame|atienda|atender|redirij*|redirig*|hable|escribirle|dirigirme',
  ],
  look: [
    'ayudar|ayudarme|ayude|ayudar*|venir|venga|vengan|revisar*|revise|revisen|mirar|mire|miren|intervenir|intervenga|responder*|responda|responde|conteste|contestar|atender*|atienda|atiende|ver|vea|echar|eche|encargue|encargarse|contacte|contactarme|llame|resolver|solucion*|entrar|chequee',
  ],
};
