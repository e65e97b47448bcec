import type { ReasonRules, Vocabulary } from '../pattern.ts';

/** Of Spain and of America, with the voseo; accents are gone when the rules read: `si` is also "sí". */
const WORDS: Vocabulary = {
  general: [
    'cómo|cuánto|cuánta|cuántos|cuántas|cuál|cuáles|cuándo|qué_pasa|qué_pasaría|qué_es|qué_son|qué_significa|qué_métodos|qué_hago_para|qué_tipo|qué_formas|dónde|adónde|se_puede|se_pueden|puede_uno|puedo|podría_yo|es_posible|hay_que|hay_alguna|existe|existen|^hay|^es|^son|^aceptan|^tienen|^ofrecen|^hacen|^tiene',
    'tienen_alguna|aceptan|ofrecen|aceptáis|ofrecéis|saber|conocer|me_pregunto|me_preguntaba|por_curiosidad|curiosidad|en_general|generalmente|normalmente|tutorial|explic*|política*|términos|condiciones|reglas|normas|normativa|plazo|plazos|artículo|noticia*|reportaje|ley|leí|hablando_de|por_qué_motivos|por_qué_razones|motivos_para|razones_para',
    '{hypothetical}|{fiction}',
  ],
  hypothetical: [
    'si|en_caso|qué_pasa|qué_pasaría|riesgo|evitar|evito|para_no|para_que_no|antes_de|impedir|proteg*|prevenir|cuando_uno|imagin*|supong*|sería|podrían_ser',
  ],
  fiction: [
    'rp|roleplay|juego_de_rol|rol|personaje|misión|misiones|quest|boss|jefe|mob|mobs|mazmorra|npc|novela|película|serie|historia|libro|lore|héroe|protagonista|canción|pvp|raid|creeper*|zombi|zombie*|zombis|esqueleto*|monstruo*|dragón|araña*|bruja',
  ],
  i: [
    'yo|me|mi|mis|mí|nos|nuestro|nuestra|nuestros|he|hice|fui|estoy|soy|llevo|tengo|compré|pagué|pague|hemos|conmigo|estaba',
  ],
  my: ['mi|mis|nuestro|nuestra|nuestros|nuestras|su'],
  want: [
    'quiero|queremos|quisiera|quiere|quería|deseo|desearía|exijo|exigimos|solicito|pido|reclamo|necesito|necesitamos|necesita|gustaría|porfa|porfavor|por_favor|plis|pls|please|favor|pueden|puedes|podéis|podés|podrían|podrías|podríais|puede|podría|ruego|espero|prefiero|preferiría|hagan|den',
  ],
  not: ['no|nunca|jamás|nada|ningún|ninguna|ninguno|sin|nadie|tampoco|imposible|todavía_no|aún_no'],
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
    'recibí|recibi|recibido|recibo|recibimos|llegó|llega|llego|llegado|llegaron|llegan|dieron|dan|dado|diste|disteis|entreg*|apareció|aparece|aparecen|activó|activado|activaron|activa|acredit*|abonaron|enviaron|envían|obtenido|obtuve|tengo|funciona|funcionan|funcionó|sirve|han_dado|mandaron|cargó|cargaron|asignaron|carga',
  ],
  twice: [
    'dos_veces|2_veces|2x|tres_veces|3_veces|doble|doblemente|duplicad*|por_duplicado|#_veces|varias_veces|de_más',
  ],
  cancelled: ['cancel*|di_de_baja|dí_de_baja|dado_de_baja|anulé|anulado|baja'],
  banned: [
    'baneó|baneo|baneado|baneada|baneados|banearon|banean|baneaste|banearme|bane*|vetado|vetada|vetaron|muteó|muteado|muteada|mutearon|muteaste|silenciaron|silenciado|silenciada|silenciaste|silenció|expuls*|kickeó|kickeado|kickearon|kickeada|kickeo|kickearme|suspendieron|suspendido|suspendida|suspendió|suspendid*|bloquearon|bloqueado|bloqueada|bloqueó|bloqueasteis|sancionaron|sancionado|sancionada|sancionó|echaron|echado|echó|echada|castigaron|castigado|inhabilitaron|inhabilitada|inhabilitado|excluyeron|excluido|excluida|warneado|warnearon|advirtieron|restringieron|restringida|restringido|botaron|sacaron_del|sacado_del|sacó_del|aislaron|aislado|corrieron_del|deshabilit*',
  ],
  bansure: [
    'bane*|vetado|vetada|vetaron|muteado|muteada|mutearon|silenciado|silenciada|silenciaron|expulsado|expulsada|expulsaron|expulsó|kickeado|kickeada|kickearon|kickeó|suspendido|suspendida|suspendieron|sancionado|sancionada|sancionaron|castigado|castigaron',
  ],
  ban: [
    'ban|bans|baneo|baneos|veto|mute|muteo|kick|suspensión|expulsión|sanción|sanciones|bloqueo|timeout|castigo|advertencia|warn|silencio|restricción|inhabilitación|permaban|penalización|strike',
  ],
  unban: [
    'desbane*|desban|desmute*|desbloqu*|desvet*|quitar_el_ban|quitarme_el_ban|quitenme_el_ban|readmit*|reincorpor*',
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
    'humano|humana|persona|personas|alguien|agente|operador|operadora|asesor|asesora|moderador|moderadora|moderadores|mod|mods|admin|admins|administrador|administradora|staff|equipo|soporte|encargado|encargada|responsable|supervisor|supervisora|representante|ejecutivo|ejecutiva|atención_al_cliente|servicio_al_cliente|gerente|jefe|dueño|ser_humano|técnico',
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

const SAFETY: ReasonRules = {
  reason: 'safety',
  vocabulary: WORDS,
  always: [
    // Self-harm
    'quiero|quiere|voy|va|pienso|pensando|pensado|piensa|ganas|quería|intentó|intenté|intentado|preferiría|a_punto|quisiera|podría|planeando .. suicidarme|matarme|morirme|suicidarse|matarse|ahorcarme|cortarme|hacerme_daño|hacerse_daño|quitarme_la_vida|quitarse_la_vida|colgarme|lastimarme|autolesionarme|lastimarse & !{fiction}',
    'yo|solo|ya|me|deseo|quiero|quisiera|ganas|preferiría quiero|quisiera|de|deseo|solo? morir|morirme|desaparecer|estar_muerto|estar_muerta|no_existir & !{fiction}',
    'dice|dijo|escribió|diciendo .. quiere|va_a|ganas|piensa .. morir|matarse|suicidarse|quitarse & !{fiction}',
    'no|ya_no|sin quiero|quiere|tengo|tiene|aguanto|encuentro|soporto|veo .. vivir|seguir_viviendo|seguir_aquí|existir|estar_vivo|estar_viva|razones_para_vivir|la_vida|esta_vida|motivos_para_seguir',
    'no|ya_no|sin .. ganas|fuerzas|razón|razones|sentido|motivo|motivos .. vivir|seguir_viviendo|existir|seguir_adelante|la_vida|mi_vida',
    'acabar|terminar .. mi_vida|su_vida|con_todo|con_esto & {i}|vida|{mate} & !{fiction}',
    'mejor .. sin_mí|si_me_muero|si_estuviera_muerto|si_estuviera_muerta|muerto|muerta & !{fiction} & {i}|mundo|vida',
    'me|se|estoy|está corto|corta|cortando|autolesion*|lastimo|lastima|lastimando|corté|suicido|suicida & brazo*|yo|{mate}|{someone}|{i}|venas|piel|anoche & ~conexión|internet|cable & !{fiction} & !juego|luz|conexión|internet',
    'cortando|cortarme|cortar las_venas|venas|brazos',
    'tomé|tomó|tragó|tragué|tomado|ingirió|tomarme|tomarse .. pastillas|píldoras|medicamentos|medicinas|somníferos',
    'pensamientos|ideas|carta|tendencias suicid*',
    // Threats
    'me|nos|te|le|recibo|recibí|recibiendo|sufro|bajo|sus|con|fui|soy|siento .. amenaz* & !{fiction} & !{general}',
    'amenaz* .. muerte|matarme|pegarme|mi|mis|conmigo|me|matar|con_venir|familia|golpear*|violar*|publicar|difundir|nos & !{fiction} & !{general}',
    'va|van|voy|quiere|quieren|vendrá|vendrán|jura|juró|dice|dijo|diciendo .. matarme|pegarme|golpearme|violarme|apuñalarme|encontrarme|reventarme|buscarme_a|matarnos|partirme|darme_una_paliza|romperme|matarte|secuestrarme|quemar_mi|matar_a_mi|hacerme_daño|me_va_a_matar|me_iba_a_matar & !{fiction}',
    'me|te|nos va|van|voy|iba a matar|pegar|golpear|violar|apuñalar|encontrar|reventar|romper|buscar & !{fiction}',
    'sabe|saben|conoce|averiguó|descubrió|encontró|tiene|tienen .. dónde_vivo|dónde_vivimos|mi_dirección|mi_casa|mi_escuela|mi_colegio|dónde_trabajo|dónde_estudio|mi_nombre_real|dónde_vive_mi|nuestra_dirección',
    'venir|viene|vendrá|vendría|ir|irá|aparecer|esperar*|presentarse .. mi_casa|mi_escuela|mi_colegio|mi_trabajo|nuestra_casa & {someone}|amenaz*|dice|dijo|va',
    'temo|miedo por mi|su|nuestra vida|seguridad|hija|hijo|familia|integridad',
    // Doxxing
    '{someone}|me .. {published} .. mi|mis|nuestro|nuestra|nuestros|nuestras {private}',
    '{published} mi|mis|nuestra {private} .. sin|en|por & !publiqué|compartí|puse & !{general}',
    'mi|mis|nuestra .. {private} .. fue|fueron|han_sido|ha_sido|está|están|andan|por .. {published}|circulando|internet',
    'fotos|foto|videos|vídeos|video|vídeo|imágenes .. mías|de_mi_hija|de_mi_hijo|sin_mi|sin_nuestro & {published}|consentimiento|permiso|{someone}',
    'me|nos|han|están .. dox|doxx|doxe*|doxxe*|swatte*|swate*',
    // Harassment
    'me|nos|te|sufro|sufriendo|soy|siendo|víctima|recibo|estoy .. acos*|hostig*|bullying|ciberacoso|bulying|ciberbullying|persigu*|intimid*|humill* & !{general}',
    'acos* .. a|mi|constantemente|otros|otras|miembros|jugadores|chicas|niños|varios|todo & {i}|{someone} & !{general}',
    'me|nos|te|a_mi .. insult*|chantaje*|extorsion*|calumni* & ~buenos & !{fiction} & !{general}',
    'insult* .. a|me|mi|mis|mi_madre|mi_familia|otros|todos|sin_parar|constantemente|racis* & {i}|{someone} & !{general}',
    'me|nos llam*|dijo|dice|dicen|trató|tratan|llamó .. {insult}|puta|puto|zorra|perra|hijo_de|mierda|negro|negra|gordo|gorda|retrasado',
    'no|nunca .. para|paran|deja|dejan|cesa .. insultar*|escribirme|acosar*|seguirme|amenazar*|molestar*|mandarme|llamarme|enviarme|hostigar*',
    'me|nos stalke*|espía*|toc*|agred*|pegó|pega|golpeó|golpea|violó|viola|abusó|abusa|manose* & !{fiction} & !{general} & ~juego|tocó_un',
    'mi padre|madre|padrastro|papá|mamá|marido|esposo|novio|ex|tío|pareja .. me|nos .. pega|golpea|toca|viola|abusa|maltrata|amenaza|pegó',
    'comentarios|insultos|mensajes|chistes|palabras|discurso|lenguaje|cosas .. {insult} & {i}|{someone}|chat|servidor|voz & !{general}',
    'insultos|comentarios|mensajes {insult} & !{general}',
    // Minors
    '{someone}|pid*|mand*|envi*|solicit* .. nudes|fotos_desnud*|fotos_íntimas|fotos_sin_ropa|fotos_sexuales|foto_desnud*|fotos_mías_desnuda|pack_de_mi|mi_pack & !{general}',
    '{child} .. sexual*|nude*|desnud*|pedófil*|íntim*|encontrarse|verse_a_solas|quedar_a_solas & {someone} & pid*|pedí*|pedía|mand*|envi*|mensajes|fotos|con|habla|quiere|escrib*|contact* & !{general}',
    'pid*|pide|mand*|envi*|mensajes|fotos|habl*|escrib*|contacta|acercándose|coquetea|verse|quedar|conocerse .. .. {child} & {sexual}|adulto*|mayor_de|señor|hombre|viejo|a_solas|en_persona|#_años_le & !{general}',
    '{sexual} .. a|de|con|hacia {child}|mi_hija|mi_hijo & !{general}',
    'pedófil*|pederasta*|depredador* & en|servidor|miembro|usuario|jugador|aquí|grupo & !{general}',
    // Emergency
    'llam*|necesit*|envíen|manden .. ambulancia|policía|emergencias|bomberos|911|112 & urgen*|ayuda|rápido|peligro|favor|herido',
    'emergencia|urgencia médica|real|grave|vital',
    'está|están|estoy|corre|vida .. en_peligro|peligro & ~extinción & !{general} & !{fiction}',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    'suicid*|autolesion*|autolesión & me|yo|mi|{mate}|él|ella|alguien|miembro|usuario|quiero',
    'amenaza* & me|mi|usuario|alguien|muerte|mí|nos',
    'acoso|ciberacoso|chantaje|extorsión|pornografía_infantil|sextorsión & {i}|{someone}|víctima|denunci*|reportar',
    'sufro|sufriendo|víctima|hacen|haciendo|están|hace .. bullying|doxxing|doxing|grooming',
    'mensajes|md|fotos|foto|vídeo*|video* {sexual} & {i}|{someone}',
    'denunci*|reportar|reporto|reporté|reportarlo .. amenaz*|insult*|racis*|acos*|{insult}|pedófil*|hostig*',
  ],
};

const PAYMENT: ReasonRules = {
  reason: 'payment',
  vocabulary: WORDS,
  always: [
    // Wanted back
    'devolved*|devuelv*|devuélvan*|reembols*|reintegr*|regres*|devolver*|regrés*|retorn* .. mi|mis|nuestro|el|la|los|me {money}|#',
    'devuélvanme|devuélveme|devolvedme|devolveme|regrésenme|reembólsenme|reembolsadme|devuelvanmelo|reembolsarme|devolverme|devuelvan|reintégrenme .. mi|el|la|los|lo|{money}|pagué|favor|ya',
    '{want}|recuper* .. mi|mis|nuestro dinero|plata|pesos|euros|lana|guita|pasta|saldo & !{general}',
    'dónde|donde está|están|quedó|fue|anda .. mi|mis|el|la pedido|paquete|dinero|plata|compra|reembolso|pago|envío|saldo',
    'mi|mis|nuestro dinero|plata|saldo|euros|pesos|fondos .. desaparec*|perdió|perdid*|robado|se_fue|bloquead*|retenid*',
    'espero|esperando|espera|prometieron|recibí|recibido|llega .. reembolso|devolución & ~gracias & !{general}',
    'no|nunca|niegan|siguen|todavía|aún .. reembols*|devolv*|devuelto|devuelven|reintegr* & me|mi|mis|nos|el_dinero|la_plata & !{general}',
    // Charged
    'me|nos|han|habéis|tarjeta|cuenta|banco|fui|paypal .. {charge}|sacaron|quitaron|cargo|pago .. {twice} & !{fiction}',
    'me|nos han|habéis|siguen|sigue|está|están|estáis|seguís|vuelven|volvieron|acaban|quieren? a? de? cobr*|cobrando|cargado|cargando|debitado|debitando|descontado|descontando|facturado|facturando|cobrado|sacado_dinero|sacando',
    'me|nos cobraron|cobró|cobran|cobra|cobraste|cobrasteis|cargaron|cargó|debitaron|debitó|descontaron|descontó|facturaron|sacaron_dinero|cobráis|descuentan|facturan & !{general}',
    'mi tarjeta|cuenta|banco|paypal .. {charge}|cargo|cargos|cobro|cobros & !{general}',
    'no|nunca .. reconozco|autoricé|autorizado|hice|identifico|recuerdo|realicé|entiendo|aprobé .. cargo|cargos|cobro|cobros|compra|transacción|pago|factura|débito|compras',
    'cargo|cargos|cobro|cobros|pago|compra|compras|transacción|débito|factura .. no_autoriz*|sin_autoriz*|sin_mi|fraudulent*|desconocid*|no_reconoc*|indebid*|duplicad*|extrañ*|raro|doble|que_no_hice|que_yo_no|sin_consentimiento|por_error|erróne*|incorrect* & !{general}',
    'cancelé|cancele|cancelado|anulé|di_de_baja|dado_de_baja|desuscribí .. .. {charge}|cobro|cobros|cargo|renov*',
    'cancelé|cancele|cancelado|anulé|di_de_baja|dado_de_baja & cobr*|cargaron|cargo|cargos|renov* & {i}|siguen|igual|pero',
    // Paid, nothing received
    '{paidsure}|{paid} & no|nunca|nada|ningún|ninguna|todavía_no|aún_no .. {got} & {paidsure}|ya_pag*|hice|mi_compra|mi_pago & !{general}',
    '{paidsure} .. .. nada|nunca|pendiente|desaparec*|error|bloquead*|defectuos*|perdid*|no_llega|no_funciona|rechaz*|roto|rota|no_sirve & !nunca_he|no_he_comprado|no_compré|no_pagué|no_he_pagado & ~problema|queja',
    'no|nunca|tampoco|nada|aún_no|todavía_no .. {got} .. mi|mis|el|la|los|las|nuestro|lo_que|nada_de .. {goods} & {paidsure}|pag*|compr*|mi|mis|pedí|días|semana* & !{general}',
    'mi|mis|nuestro|nuestros {goods} .. no|nunca|nada|todavía_no|aún_no .. {got} & !{general}',
    'mi|el pedido|paquete|compra|envío|orden|producto .. perdid*|desaparec*|roto|rota|dañad*|retras*|vacío|incomplet*|defectuos*|equivocad*|incorrect*|rompió|pendiente|mal & {i} & !{general}',
    'llegó|recibí|llego|enviaron|mandaron|vino|recibido .. roto|rota|dañad*|defectuos*|vacío|vacía|equivocad*|incorrect*|incomplet*|otro_producto|mal & {i}|{goods}|{paid}',
    // Disputes and fraud
    'voy|abrir|abrí|abriré|hacer|haré|iniciar|inicié|poner|pondré|abierto .. disputa|contracargo|chargeback|reclamo_en_paypal|reclamación_en_paypal|controversia & {i}|paypal|banco|voy & !cómo & !{fiction}',
    'me|nos|fui|he_sido|han|siento .. estafad*|estaf*|timad*|timaron|timó|robaron_dinero|robaron_mi_dinero|robando_dinero & !{fiction}',
    'son|sois|esto .. estafador*|ladron*|unos_estafadores|una_estafa|un_robo|estafa & ~es_una_estafa_que',
  ],
  unlessHypothetical: [
    'puedo|podría|pueda|como_hago|cómo_hago|cómo_puedo|cómo_pido|cómo_solicito|dónde_solicito + reembols*|devuelvan|devolución_de_mi|devolución_del_dinero|que_me_devuelvan & !política*|condiciones|información|leer|normas',
    '{want} .. cancel*|anul* .. pedido|compra|pago|transacción|orden|transferencia & mi|la|el|un|hice & !cómo',
    'mi|la compra|pedido|orden|pago .. cancel*|anul* .. {want}',
  ],
  unlessGeneral: [
    '{want} .. reembols*|devolución|devoluciones|reintegro',
    'reembols*|devolución|reintegro & {i}|{want} & {i}|{paid}|pedido|compra|dinero',
    'devuelvan|devolver|devuelve|devuelto|devuelvas|devolváis|reembols*|regresen|regresar|reintegr* & {money}|pagué|compra|pago|pedido & {i}|favor',
    'compré|pagué|compra|pago|pedido|pedí|suscribí|suscripción|compre .. por_error|sin_querer|por_accidente|por_equivocación|equivocad*|sin_darme_cuenta|sin_permiso|sin_mi_permiso|me_equivoqué',
    'por_error|sin_querer|por_accidente|por_equivocación|sin_mi_permiso|sin_permiso|sin_darme_cuenta .. compré|pagué|compra|pago|pedido|pedí|compró|suscribí|tarjeta',
    '{paid}|{charged}|factura|monto|importe|precio & de_más|en_lugar_de|en_vez_de|incorrect*|equivocad*|error|más_de_lo|mal & {i}',
    'código|clave|key|tarjeta_de_regalo|cupón .. ya_usad*|usado|inválid*|no_funciona|no_sirve|no_válid*|no_es_válid*|ya_canjead*|ya_fue & {paid}|{paidsure}',
    '{paidsure} .. .. no .. {got}|carga|se_activ*|aparece',
    '{paidsure}|mi .. {goods} .. desaparec*|perdí|quitaron|retiraron|perdió|expiró|eliminaron & {i}',
    'disputa|contracargo|chargeback|estafa|estafador|fraude|timo & pago|tarjeta|compra|{i} & ~reportar|denunci*',
    'pago|transferencia|transacción|compra .. pasó|aprobad*|acept*|complet*|exitos*|procesad*|realizad*|hecho|hecha|rechaz*|cargó & pero|no|nada|aún|todavía & {i}|pedido|rango|vip|lleg*',
  ],
};

const BAN: ReasonRules = {
  reason: 'ban',
  vocabulary: WORDS,
  always: [
    // Said of oneself
    'me|nos|te han|habéis|has|ha|habían|acaban|acabáis|volvieron|está|están|haya|hayan|siguen {adverb}? {adverb}? {banned} & ~no_me_han',
    'me|nos {adverb}? {banned} & !{general} & ~no',
    'me|nos banearon|banearon|baneó|baneo|banean|baneaste|mutearon|muteó|silenciaron|expulsaron|kickearon|kickeó|suspendieron|vetaron|sancionaron|bloquearon|echaron_del|bloqueó|expulsó',
    'fui|estoy|sigo|estaba|quedé|soy|aparezco|salgo|siendo|he_sido|hemos_sido|fuimos|estamos|ser|haber_sido|sale_que_estoy {adverb}? {adverb}? {banned} & ~no_estoy|no_fui|no & !{general}',
    'estoy|fui|he_sido baneado|baneada|muteado|muteada|silenciado|silenciada|expulsado|expulsada|kickeado|suspendido|suspendida|vetado|vetada|sancionado|sancionada & ~no',
    'por_qué|porque|pq|xq|porq|motivo|razón|porqué .. me|estoy|fui|mi|nos|he_sido|sigo .. {bansure}|{banned}',
    'mi|mis|nuestra|la cuenta|cuentas|perfil|ip|acceso|usuario .. fue|ha_sido|está|sigue|aparece|sale|quedó|estaba|fueron|la|me .. {banned} & mi|mis|me|nuestra & !{general}',
    'mi|mis|nuestro ban|bans|baneo|muteo|mute|kick|timeout|expulsión|sanción|suspensión|bloqueo|castigo & ~gracias & !{fiction}',
    'recibí|tengo|dieron|pusieron|comí|comido|metieron|cayó|llegó|metió|puso|dio|clavaron un|una|otro {ban} & {i} & !{general}',
    'no_hice_nada|no_he_hecho_nada|nada_malo|no_usé|nunca_usé|no_uso|inocente|no_dije_nada|no_insulté|sin_hacer_nada|cumplo_las_reglas|no_rompí|no_hago_trampa & {bansure}|baneo|sanción|ban|suspensión',
    // Wants to be let back in
    '{unbansure} & {want}|{i}|cuándo|favor & !{fiction}',
    'quiero|solicito|pido|solicitud|solicitar|mi .. unban|unmute & !{fiction}',
    'desbane*|desmute*me|desbanéenme|desbaneenme|desbaneame|desbanéame|desbanéame|desbaneadme|desbanearme|desmutearme',
    'desbloque*|readmit*|reincorpor* .. me|mi_cuenta|mi_usuario|al_servidor & !nivel|logro & !{general}',
    'desbloquéenme|desbloqueenme|desbloqueadme|desbloqueame|desbloquearme',
    'apel*|apelación|impugn*|recurrir|recurso|disputar .. mi|mis|este|esta|el|la|un|una|de .. {ban} & !{fiction}',
    'quiero|quisiera|puedo|hacer|deseo|gustaría|presentar|enviar .. apel*|apelación & ~no & !{fiction}',
    'quit*|levant*|revis*|reduc*|anul*|reconsider*|retir*|elimin*|quítenme|quitadme .. mi|este|esta|el|la|me baneo|ban|sanción|suspensión|mute|expulsión|castigo|bloqueo & {i}|favor|pueden & !{general}',
    'segunda|otra oportunidad & {banned}|{ban}|volver|servidor & !{fiction}',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    'mi|este|esta|el|la {ban} & {unfair} & {i}',
    '{bansure} .. {unfair} & {i}|{mate}',
    '{unfair} .. {bansure} & {i}|{mate}',
    '^{bansure} & {unfair}',
    'mi|mis|a_mi {mate} .. {bansure}',
    '{bansure} .. a? mi|mis {mate}',
  ],
};

const ACCOUNT: ReasonRules = {
  reason: 'account',
  vocabulary: WORDS,
  always: [
    // Stolen
    'mi|mis|nuestra {account} .. {stolen} & !{general}',
    'me|nos .. hacke*|jacke*|jaque*|pirate*|suplantaron|suplantando|suplantan & !{general} & !{fiction}',
    'fui|he_sido|estoy|soy|sido hackead*|jackead*|jaquead*|phishe*',
    'hacke*|jacke*|jaque*|robaron|robado|robó .. mi|mis|la|nuestra|esta cuenta|cuentas|perfil|correo|discord|steam|account & !{general}',
    'cuenta|perfil|correo|discord .. hackead*|jackead*|jaquead*|robada|robado|suplantad*|comprometid* & {i} & !{general}',
    'me|nos .. robaron|robado|robó|roban|sacaron|desaparecieron|quitaron .. items|ítems|objetos|cosas|inventario|cofre|cofres|skins|skin|cuenta|diamantes|equipo|recursos|armas|monedas & !{fiction}',
    'alguien|otro|otra_persona|hacker|desconocido|tipo|persona|usuario|ajeno .. entró|entrado|entra|accedió|accede|usa|usando|está_usando|cambió|cambiado|metió|metido|inició|ingresó|control .. mi|mis|a_mi|en_mi|la {account} & !{general}',
    'mi|mis|la contraseña|clave|correo|email|mail|usuario .. cambi*|modific* & sin|no_fui|yo_no|alguien|ya_no|no_puedo|no_he_sido & {i}',
    'cambiaron|cambió|cambiado .. mi|la|el contraseña|clave|correo|email|mail & {i}|cuenta & !{general}',
    // Locked out
    'no|ya_no|imposible|tampoco|dejado|sin|perdí|perdido|nunca .. {login} .. .. mi|mis|la|a_mi|en_mi|el cuenta|perfil|correo|mail|email|usuario|account & !{fiction} & {i}',
    'no|ya_no|imposible|deja .. {login} & perdí|cambié|robaron|cambi*|perdido|olvidé|roto|se_me .. teléfono|celular|móvil|cel|2fa|correo|email|número|autenticador|código|contraseña & cuenta|correo|2fa|autenticador|código|teléfono|celular|móvil & {i}',
    'perdí|perdido|no_tengo|sin|ya_no .. acceso .. cuenta|correo|email|mail|número|2fa|perfil & {i} & !{general}',
    'perdí|perdido|pierdo .. mi|mis|la|el cuenta|cuentas|teléfono|celular|2fa|autenticador|códigos & cuenta|sesión|acced*|entrar|2fa|ingres* & !{general}',
    'recuper*|devuélvanme|devolvedme|devuelvan .. mi|mis|nuestra|la cuenta|cuentas|account|perfil & ~gracias & {i}',
    'cuenta|progreso|inventario|rango|partida|datos .. desaparec*|borr*|elimin*|reinici*|perdió|perdid*|desactiv*|vaci* & mi|mis|me|se_me & !{general}',
    'código|correo|email|enlace|sms|link .. verificación|confirmación|recuperación|restablec*|seguridad|inicio .. no|nunca|nada|tampoco & {i}|llega & !{general}',
    'no|nunca|tampoco .. llega|recibo|llegó|llegan|funciona .. código|correo|enlace|email|link|sms & {account}|{login}|verificación|contraseña|restablec* & !{general}',
    // Deletion
    '{want} .. borr*|elimin*|suprim*|cierr*|cerrar|dar_de_baja|borrado|eliminación|desactiv* .. mi|mis|toda_mi|todos_mis|nuestros cuenta|cuentas|datos|información|mensajes|perfil & !{general}',
    'borren|eliminen|borrad|eliminad|supriman|cierren|borrar|borra|elimina|borrá|eliminá .. mi|mis|todos_mis|toda_mi|la cuenta|datos|información|perfil & {i} & !{general}',
    'derecho .. olvido|supresión|eliminación & {i}|mis|ejercer',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    'eliminación|supresión|borrado|cierre|baja .. mi|mis|de_mi|de_mis cuenta|datos|información|perfil',
    'rgpd|gdpr|lopd & mis|mi|datos|borr*|elimin*',
    '{account} .. hackead*|robada|robado & {i}|favor|ayuda',
    'hacke*|hack|jackeo & mi|mis|me|yo & cuenta|correo|discord|account',
  ],
};

const HUMAN: ReasonRules = {
  reason: 'asked_for_human',
  vocabulary: WORDS,
  always: [
    '{want}|puedo|cómo|como|posible|dejen|déjenme|permit*|hacer|poder .. hablar|hablo|charlar|conversar|comunicarme|chatear|comunico .. con|a .. {person} & !se_puede & !{fiction}',
    'hablar|conversar|comunicarme|contactar|chatear|tratar con un|una|el|la|alguien|algún .. humano|humana|persona|agente|operador|operadora|asesor|asesora|moderador|mod|admin|representante|encargado|supervisor|staff|soporte|equipo|real',
    '{want}|puedo|me|nos|pásame|páseme|pásenme|póngame|pónganme|posible .. pasar|pasen|pasas|pasáis|paséis|comunic*|transf*|transfier*|deriv*|conect*|contacto|contactar|poner_en_contacto|redirig*|dirij* .. {person} & !cómo|correo & !{fiction} & ~ser|convertir*',
    'pásame|páseme|pásenme|pasadme|pasame|pasenme|comuníqueme|comuníquenme|comunícame|transfiérame|transfiéranme|conécteme|conéctame|póngame|pónganme|derívenme .. {person}',
    'no|basta|harto|harta|cansado|deja|sin|odio|inútil|tonto|maldito|estúpido|mierda .. bot|bots|robot|robots|ia|máquina|chatbot|automátic* & {want}|hablar|harto|harta|humano|persona|inútil|basta|entiende|sirve & !{general} & !{fiction}',
    '{want}|busco|necesit*|exijo|hay .. persona|humano|agente|alguien|asistencia|soporte|atención|ayuda|asesor .. real|humana|de_verdad|de_carne|humano|verdadera & !{fiction}',
    'un|una|algún|alguna|el|la {staff} porfa|por_favor|porfavor|pls|plis|please|favor|urgente|ya|aquí',
    '^{staff} porfa|por_favor|porfavor|pls|plis|please|favor',
    '^{staff} $',
    '{staff}|alguien_del|alguien_de|el_equipo|un_miembro .. puede|pueden|podría|pueda|podrían|puedo|puedes .. {look} & !{fiction} & !cómo',
    'puede|pueden|podría|pueda|podrían|que|quiero_que|necesito_que|necesito .. {staff}|alguien_del|alguien_de_soporte|alguien_de_la|un_miembro_del|el_equipo .. {look} & !{fiction} & !cómo & ~ser|convertir*',
    'alguien|persona|miembro|gente del|de|de_la staff|soporte|equipo|moderación|administración|ustedes|vosotros|atención .. {look}|{want}|puede|aquí|disponible|conectado|está & !{general}',
    'hay .. {staff} .. disponible*|conectad*|en_línea|aquí|online|ahí|activo|activos|por_ahí|que & ~cuánt* & !{fiction} & !cuántos',
    'llamen|llama|manden|traigan|envíen|avisen|avisad .. a? un|una|algún|los {staff}',
    'llámenme|llamadme|llámame|devuelvan_la_llamada|me_llamen|me_llame & {want}|teléfono|número|alguien|agente',
    // Nobody answers
    'nadie|ningún|ninguna|nunca|jamás|todavía_no|aún_no|sin|no .. responde|responden|respondió|respondido|respuesta|respuestas|contesta|contestan|contestó|contestado|contestáis|respondéis|respondieron|atiende|atienden|hace_caso & días|semana|semanas|mes|meses|horas|hace|llevo|ticket|tickets|soporte|staff|equipo|me|mis|aquí|veces|ustedes & !{general} & !{fiction} & ~encuesta',
    'llevo|esperando|espero|espera .. días|semana*|mes|meses|#_días|horas & respuesta|respond*|contest*|ticket|soporte|staff|equipo|alguien|nadie|atiend*',
    'su|vuestro|vuestra|el|este|tu soporte|servicio|equipo|staff|atención|moderación|moderadores|mods .. pésim*|inútil*|horrible|vergüenza|vergonzos*|incompetente*|lent*|malísim*|asco|una_mierda|terrible|da_pena|corrupt*|lamentable|fatal|nefast*',
    'queja|quejarme|reclamo|reclamación .. contra|sobre|de .. mod|moderador|staff|admin|equipo|atención',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    '{want}|busco|espero .. un|una|al|algún|el|la {staff} & ~ser|convertirme|postul*|rango|puesto|rol|quiero_ser & !{fiction}',
    '{talk} .. con|a .. {person} & {i}|favor',
    'agente|asesor|operador|soporte|atención|contacto|asistencia humano|humana|real',
    'persona|humano|agente|moderador real|de_verdad|de_carne',
  ],
};

/** Who needs a person, in Spanish. */
export const SPANISH: readonly ReasonRules[] = [SAFETY, PAYMENT, BAN, ACCOUNT, HUMAN];
