import type { ReasonRules, Vocabulary } from '../pattern.ts';

/**
 * Turkish says nearly all in endings. `ödedim` is what an affected person says, `ödersem` a hypothesis and `ödenir mi` a
 * general question, so verbs stand here with their endings, and only nouns are stems.
 */
export const WORDS: Vocabulary = {
  general: [
    'hiç_ban|nasıl|nereden|nerede|nerden|nerde|nereye|ne_zaman_açıl*|ne_zaman_başl*|ne_kadar|kaç|hangi|nedir|neler|ne_demek|ne_işe|ne_olur|neye|nelere|mümkün_mü|var_mı|var_mıdır|varmı|mıdır|acaba_nasıl|olur_mu|oluyor_mu|gerekli_mi|gerekir_mi|gerekiyor_mu|yasak_mı|serbest_mi|kabul_ediyor|yapabiliyor_muyuz|yapılıyor_mu|ediliyor_mu|veriliyor_mu|yapıyor_musunuz|kimler|kimdir',
    'koşul*|şartlar*|politika*|kurallar|merak|öğrenmek|bilgi_almak|bilgi_alabilir|genel_olarak|açıklar_mısın|açıklayabilir|anlatır_mısın|anlatabilir|rehber|ceza_alır|yer_miyim|yerim_mi|yemek_için|yememek|olmak_için|yapmak_için',
    '{hypothetical}|{fiction}',
  ],
  hypothetical: [
    'eğer|şayet|diyelim|farz|*rsam|*rsem|*rsa|*rse|*zsam|*zsem|*zsa|*zse|*rsak|*rsek|*rsam_ne|*mamak|*memek|*madan_önce|*meden_önce|durumunda|halinde|takdirde|korumak|korunmak|önlemek|engellemek',
  ],
  fiction: [
    'rp|roleplay|oyunda|oyundaki|oyun_içi|oyun_içinde|görev|görevde|görevi|görevinde|görevdeki|quest*|npc*|boss|bossu|bossa|mob|moblar|karakterim|karakteri|karakter|hikaye*|hikayede|lore|zindan*|raid*|pvp|pve|creeper*|zombi*|ejderha*|seviye|bölümde|bölüm|dizi|dizide|film|filmde|kitap*|krallı*|köyde|canavar*|kale|senaryo*',
  ],
  someone: [
    'biri|birisi|birileri|kullanıcı*|oyuncu*|üye|üyesi|adam|herif|tip|çocuk|kişi|kişiler|şahıs|o|onlar|arkadaş*|yabancı|hacker|kız|erkek|kadın|eski|tanımadığım|elemanın|eleman|bazıları|insanlar|dolandırıcı',
  ],
  want: [
    'istiyorum|istiyom|istiyoruz|isterim|isterdim|rica|lütfen|lutfen|talep*|verin|verir_misin*|verirmisin*|edin|eder_misin*|edermisin*|ödeyin|yapın|yapar_mısın*|yaparmısın*|alabilir_miyim|bekliyorum|bekliyoruz|lazım|yapılsın|gönderin|yatırın|versin|edilsin|edilmesini|yapılmasını|ediniz|veriniz|edebilir_misin*|verebilir_misin*|yapabilir_misin*|ihtiyacım|gerek|gerekiyor|nolur|nolursunuz|düzelt*|etmenizi|yapmanızı|vermenizi|isteriz|mısınız|misiniz|musunuz|müsünüz|mısın|misin',
  ],
  my: [
    'benim|bana|beni|benden|bizim|bize|bizi|param|paramı|paramız*|hesabım*|kartım*|siparişim*|ödemem*|aboneliğim*|paketim*|ürünüm*|şifrem*|bakiyem*|üyeliğim*|*ımdan|*imden|faturam*|rütbem*|kargom*',
  ],
  fine: ['teşekkür*|sağol*|sağ_ol*|eyvallah|mutluyum|düzeldi|çözüldü|hallol*|halloldu|çalıştı'],
  i: ['*dım|*dim|*dum|*düm|*tım|*tim|*tum|*tüm|*yorum|*yom|*mışım|*mişim|ben|{my}'],
  trouble: [
    '{none}|yine|hala|halen|rağmen|halde|halbuki|oysa|yanlış*|hatalı|hata|neden|niye|niçin|iade*|geri|eksik|bozuk|kırık|hasarlı|çatlak|fazla|iki_kere|üç_kere|iki_kez|üç_kez|kayboldu|gitti|silinmiş|silindi|sormadan|izinsiz|habersiz|haksız*|kullanılmış|geçersiz|mağdur*|şikayet*|ücretsizdi|bedavaydı',
  ],
  account: ['hesab*|hesap|hesaptan|hesaba|hesaplar*|profil*|discord*|steam*|account*|hesabım*'],
  none: [
    'yok|hala|halen|hiçbir|hiç|hiçbirşey|hiçbişey|hiçbi|bişey_gelmedi|*madı|*medi|*mıyor|*miyor|*muyor|*müyor|*mamış|*memiş|*amadım|*emedim|*madım|*medim|eksik|değil',
  ],
};

/** Somebody is in danger, or treated cruelly. */
export const SAFETY: ReasonRules = {
  reason: 'safety',
  vocabulary: {
    ...WORDS,
    me: [
      'beni|bana|bizi|bize|benim|benimle|kızım*|oğlum*|çocuğum*|kardeşim*|arkadaşım*|ailem*|annem*|eşim*|sevgilim*|ediliyorum|uğruyorum|uğradım|görüyorum|maruz',
    ],
    harm: [
      'tehdit|tehditler*|tehditleri|şantaj*|taciz*|zorbalı*|hakaret*|küfür|küfrediyor*|küfretti*|küfürler*|küfredip|aşağılı*|rahatsız_ediyor*|takip_ediyor*|dalga_geçiyor*|ırkçı*|nefret_söyl*|istismar*|iftira*|linç*',
    ],
    private: [
      'adres*|numara*|fotoğraf*|fotograf*|resim*|resmim*|resmimi|resimlerim*|bilgilerim*|kimlik*|kimliğim*|telefon*|video*|soyad*|okulum*|ev_adres*|foto*|görüntü*',
    ],
    published: [
      'paylaş*|yaydı|yayıyor*|yayınla*|ifşa*|sızdır*|attı|atmış|attılar|yazdı|yazmış|koydu|koymuş|yayacak*|dağıt*|yaymış|yaymakla|yaydılar',
    ],
    child: [
      'kızım*|oğlum*|çocuğum*|çocuk|çocuklar*|çocuğa|çocuğu|kardeşim*|yaşında*|yaşındayım|reşit|küçük_kız*|kız_çocu*|yeğenim*|öğrenci*|#_yaş*|ergen',
    ],
    sexual: [
      'çıplak*|cinsel*|müstehcen*|porno*|uygunsuz*|nude*|nudes*|sapık*|çıplağ*|seks*|mahrem*|soyun*|ahlaksız*|edepsiz*|kamera_aç*',
    ],
  },
  always: [
    'kendimi .. öldür*|asacağım|asıcam|asmak|kesiyorum|kesicem|kesmek|keseceğim|zarar|atacağım|atıcam|vuracağım|vurucam|jiletl*|yakacağım|öldürecem|öldürücem & ~nasıl & !{fiction}',
    'kendine|kendini .. öldür*|zarar|asacak|kesiyor|kıyacak|kesmeye|jiletl* & !{fiction} & !nasıl',
    'yaşamak|yaşamaya|yaşamaktan|hayatta_kalmak|nefes_almak .. istemiyorum|istemiyom|istemiyor|gücüm|bıktım|yoruldum|gelmiyor|değmez',
    'ölmek|ölüp|öleyim|ölmeyi .. istiyorum|istiyom|istiyor|isterim|isterdim|düşünüyorum|gitmek|kurtulayım|artık & !{fiction}',
    'keşke .. ölsem|ölseydim|doğmasaydım|hiç_uyanmasam|uyanmasam',
    'hayatıma|canıma|yaşamıma|hayatına|canına .. son|kıy*|kastım|kastı',
    'hayat*|yaşama* .. anlamı|anlam .. yok|kalmadı',
    'intihar .. edeceğim|edicem|etmek|etmeyi|ediyorum|edeceğini|edecek|etti|girişim*|düşün*|eşiğ* & !{fiction} & !nasıl',
    'bileklerimi|kolumu|kollarımı|bileğimi .. kes*|çiz*|jilet*',
    'hap|hapları|ilaç|ilaçları|ilacı|hapı .. içtim|aldım|yuttum|içti|yuttu|içmiş|yutmuş|içeceğim & çok|kutu|hepsi*|#|avuç|fazla|tüm|bütün',
    'hap|hapları|ilaç|ilaçları .. içti|içmiş|yuttu|yutmuş & cevap_ver*|uyanm*|baygın|ambulans|arayın|yardım',
    'bensiz .. daha|iyi',
    'her_şeye|herşeye|bu_hayata|bu_hayat*|artık_her_şeye .. son .. ver*|vereceğim|vericem & !{fiction}',
    'devam_etmek|devam_etmeye .. sebebim|nedenim|gücüm|isteğim .. kalmadı|yok',
    'öldüreceğ*|öldürecek*|döveceğ*|gebertece*|bulup & beni|bizi|bana & mesaj*|söyl*|diyor|yaz*|dair|dedi & !{fiction}',
    'benim_adıma|adıma|benim_yerime|benmiş_gibi|kılığım* .. sahte|fake|hesap|davran* & {someone}|açmış|gönder*|yaz*',
    'sahte|fake .. hesap|profil .. adıma|benim|açmış',
    'yok_olsam|yok_olsam_kimse|ölsem .. kimse|kimsenin|umrunda|özlemez',
    'yaşamak|yaşamaya .. sebebim|nedenim|isteğim|gücüm .. yok|kalmadı',
    'çatıdan|köprüden|balkondan|camdan|binadan|trenin_önüne|tren_altına|pencereden .. atla*|atacağ*|atıcam|atmak & !{fiction} & !nasıl',
    'yarın .. olmayacağım|yokum|uyanmayacağım & bitir*|boşver*|zaten|artık & !{general}',
    'her_şeyi|herşeyi|hayatımı bitiriyorum|bitireceğim|bitiricem',
    // Threats
    'aileme|anneme|babama|kardeşime|çocuğuma|bana|bize .. bir_şey|zarar|kötülük .. yapaca*|verece*|edece* & {someone}|söyl*|diyor|dedi|yaz* & !{fiction}',
    'bıçak*|silah*|tabanca*|tüfek* & beni|bana|evime|okuluma & söyl*|dedi|diyor|tehdit*|geleceğ*|bulacağ*|yazdı & !{fiction}',
    'tehdit .. ediyor*|etti|ettiler|ediliyor*|edildim|edip|mesaj*|aldım|alıyorum|etmekte|eden|yağdır* & {me}|ölümle|dövmekle|öldürmekle|{someone} & ~nasıl & !{fiction}',
    '{me}|ölümle|dövmekle .. tehdit|şantaj*|taciz* & ~nasıl',
    '{harm} .. ediyor*|ediliyoruz|ediliyorum|ediyolar|uğruyorum|uğradım|yapıyor*|yapıyolar|etti|ettiler|atıyor*|maruz|yedim|görüyorum|savuruyor* & {me}|{someone}|sürekli|her_gün|günlerdir|haftalardır & !yasak_mı & !{fiction}',
    '{me} .. {harm} .. ediyor*|etti|ediyolar|ettiler|yapıyor*|attı|geçiyor*|edip|eden|uğruyor*|maruz|var & !nasıl',
    'küfrediyor*|küfretti*|aşağılıyor*|aşağıladı*|dövecek*|dövecekmiş|öldürecek*|öldürecekmiş|öldürürüm|gebertecek*|gebertirim|öldüreceğini|döveceğini|bulacağını|bıçaklayacak*|vuracağını|tecavüz & {me}|seni|evime|{someone} & !{fiction}',
    'evimi|adresimi|nerede_yaşadığımı|nerede_oturduğumu|nerde_oturduğumu|okulumu|evimin_yerini|nerde_yaşadığımı|evimin_adresini .. biliyor*|bulmuş|buldu|öğrenmiş|bulduk|bildiğini|biliyormuş|bulacak*',
    'evime|kapıma|okuluma|evimin_önüne .. gelecek*|geleceğini|geldi|gelmekle|geliyor|dayandı|gelecekmiş|geleceklerini & !kargo*',
    'korkuyorum & {harm}|evime|öldür*|biliyor|takip|peşim*|can_güvenli*|hayatım*',
    // Doxxing
    'adresimi|adresim|adresimizi|numaramı|numaram|telefonumu|fotoğrafımı|fotoğraflarımı|fotoğraflarım|fotograflarımı|fotoğrafım|resmimi|resimlerimi|bilgilerimi|bilgilerim|kimliğimi|videomu|görüntülerimi|fotomu|fotolarımı|numaramızı|adımı|soyadımı|ismimi|okulumu .. {published}|internete|koymuş*|paylaşmış* & !nasıl & ~*dım|*tım',
    'ifşala*|ifşa_et*|doxl*|doxx* .. beni|bilgi*|{someone}|fotoğraf* & ~nasıl',
    'beni .. ifşa*|doxl*|doxx* & ~nasıl',
    '{published} .. fotoğraflarım*|adresim*|numaram*|bilgilerim* & izinsiz|{someone}|tehdit*',
    'izinsiz|iznim|rızam .. {private} .. {published}',
    // Minors
    '{sexual} .. fotoğraf*|fotograf*|foto*|resim*|mesaj*|video*|görüntü*|şeyler|teklif*|içerik & {child}|{me}|benden & !{general}',
    '{child} .. {sexual} & !{fiction}',
    'çıplak*|nude*|nudes* .. istiyor|istedi|gönder*|attı|atıyor|yolla*|atmamı & {me}|benden|{child}|üye*',
    'yetişkin|koca_adam|büyük_adam|yaşlı|adam|yabancı|herif & {child} & buluş*|gizli|fotoğraf*|foto*|mesaj*|adres*|yalnız|özel* & !{general}',
    'pedofil*|sübyancı* & {someone}|burada|sunucu*|kanal*|var|şikayet*|kızım*',
    'buluşma*|buluşmak|buluşalım & {child} & biri|yaşça|büyük|adam|yabancı|sunucu*|çağır*|istiyor & !{general}',
    'fotoğraflarım*|fotolarım*|resimlerim*|videom|videolarım*|görüntülerim* & rızam|iznim|izinsiz|dolaşıyor|yayıl*|paylaşıl* & !nasıl',
    // Emergency
    'ambulans|112|polis .. çağır*|arayın|ara|lazım|gönderin|çağırın',
    'hayati tehlike*|tehlikesi',
    'can_güvenliğim*|hayatım_tehlikede|tehlikedeyim',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    '{harm} + {me} & ediyor*|etti*|ediliyor*|uğr*|maruz|yapıyor*|atıyor*|altında|mesaj*|yaz*',
    'adresimi|numaramı|bilgilerimi|bilgilerim|fotoğraflarımı|fotoğrafımı|kimliğimi|ismimi|adımı + ifşa*|paylaşt*|paylaşmış*|paylaşıl*|yayınla*|sızdır*|dağıt*|atıyor*|attı|atmış|yazıyor*|yazmış + {someone}|izinsiz|sunucu*|sohbet*|kanal*',
    '{someone} + adresimi|numaramı|bilgilerimi|bilgilerim|fotoğraflarımı|fotoğrafımı|kimliğimi|ismimi + atıyor*|attı|atmış|yazıyor*|ifşa*|paylaşt*|paylaşmış*|yayınla*|sızdır*|dağıt*',
    'şikayet + {harm} + {someone}|{me}',
    '{someone} + intihar + {me}|yazdı|söyl*|diyor|edecek*|dedi|mesaj*',
  ],
};

/** The customer wants a person. */
export const HUMAN: ReasonRules = {
  reason: 'asked_for_human',
  vocabulary: {
    ...WORDS,
    person: [
      'insan|insanla|insana|insanlarla|yetkili|yetkiliyle|yetkiliye|yetkililer*|yetkilisi|temsilci|temsilciye|temsilciyle|temsilcisi*|temsilcinize|personel*|moderatör*|mod|modla|modlar*|admin|adminle|admine|adminler*|yönetici|yöneticiyle|yöneticiye|yöneticiler*|ekib*|ekip*|müşteri_hizmet*|biriyle|birine|birisiyle|birisine|kişi|kişiyle|operatör*|görevli*|çalışan*|destek_ekib*|canlı_destek*|canlı_desteğe|yönetim*|kurucu*|danışman*|sorumlu*|birileriyle|yetkil*|destekten|destekle|uzman*',
    ],
    talk: [
      'konuş*|görüş*|bağlan*|bağla|bağlayın|bağlar|bağlayabilir|aktar*|yönlendir*|iletişim*|yazış*|ulaş*|muhatap|görüşme*|sohbet_etmek|irtibat*|telefonla|arasın|bağlanmak|yazmak',
    ],
    look: [
      'bakabilir|baksın|bakar|bakarmı*|ilgilen*|yardım_ed*|yardım_etsin|yardımcı_ol|yardımcı_olabilir|yardımcı_olsun|dönüş|cevap|gelsin|gelebilir|gelir|iletişim*|geçebilir|ulaşabilir|yazabilir|arasın|arayabilir|yanıt*|dönsün|inceleyebilir|incelesin|el_atsın|çözsün|müdahale*|bakın|ilgilensin',
    ],
    staff: [
      'yetkili|yetkililer|moderatör|mod|modlar|admin|adminler|yönetici|yönetim|ekipten|ekibinizden|ekibinden|temsilci|destek|insan|canlı_destek|görevli|kurucu|personel|destekten|sizden',
    ],
  },
  always: [
    'gerçek|canlı|hakiki|normal .. insan*|kişi*|biriyle|biri|birine|birisi*|temsilci*|destek*|yetkili*|adam*|müşteri & {talk}|{want}|{look}|yok_mu|lazım|istiyorum & !{fiction} & !nasıl',
    '{person} .. {talk} & {want}|miyim|lazım|mümkün|istiyorum|gerek*|beni|lütfen|*elim|*alım|isterim & !nasıl & !{fiction} & !olmak_istiyorum',
    '{talk} .. {person} & {want}|miyim|beni|istiyorum|lazım & !nasıl & !{fiction}',
    'beni|bizi|konuyu|talebimi|bu .. {person} .. bağla*|aktar*|yönlendir*|ilet*',
    'bağlayın|aktarın|yönlendirin|bağlar_mısın*|aktarır_mısın*|yönlendirir_misin*|yönlendirebilir|bağlayabilir|aktarabilir|bağlanmak & {person}|beni|istiyorum',
    'bağla*|aktar*|yönlendir* & {person} & beni|lütfen|istiyorum|{want} & !nasıl & !{fiction}',
    'bot|botla|bota|botunuz*|botlarla|robot|robotla|robotla|yapay_zeka*|otomatik_mesaj*|otomatik_cevap*|makineyle .. istemiyorum|istemiyom|bıktım|konuşmam|konuşmak_istemiyorum|uğraşamam|işe_yaramıyor|anlamıyor|yeter|konuşmaktan|uğraşmak & !{fiction}',
    'yeter|bıktım|aptal|salak|saçma .. bot|botla|bottan|robot*|otomatik',
    '{staff} .. {look} & !nasıl & !ne_zaman & !{fiction}',
    'biri|birisi .. bakabilir_mi|baksın|bakar_mı|bakarmı|ilgilensin|ilgilenebilir|ilgilenir|dönüş|arayabilir|arasın|cevap_versin|cevap_verebilir|müdahale & !{fiction} & !nasıl',
    'ekipten|ekibinizden|destekten|destek_ekibinden|sizden|yönetimden|yetkililerden .. biri|birisi|biriyle|birine|kimse & {look}|{talk}|{want}|var_mı|yardım|lazım & !ne_zaman',
    '{staff} lazım|gerek|gerekiyor|istiyorum|çağırın|çağır|lütfen|yok_mu|acil|çağırır & !olmak & !nasıl & !olmak_için',
    '{staff} .. çağır*|gönderin|ihtiyacım & !nasıl & !{fiction}',
    'yetkili|admin|moderatör|mod biri|birisi|yok_mu|var_mı & {look}|acil|yardım|lütfen|lazım|sorun* & !ne_zaman & !alım*',
    'müşteri_hizmetleri*|müşteri_temsilcisi*|canlı_destek*|canlı_desteğe & istiyorum|bağla*|görüş*|lazım|konuş*|ulaş*|aktar* & !nasıl & !{general}',
    'sizden|ekipten|yetkili*|adminlerden|modlardan biri|birisi & göz|bak*|ilgilen*|ticket*|yardım*|cevap* & !nasıl & !ne_zaman',
    'benim_için|bana .. çalışan*|yetkili*|temsilci*|insan|görevli* & var_mı|lazım|bulur_mu* & !nasıl',
    'robotla|botla & insan|kişi|yetkili istiyorum|lazım',
    'göz atabilir|atar|atsın & biri|birisi|yetkili|admin|mod|sizden|ticket*',
    'insan|insanla|kişiyle|yetkiliyle|biriyle .. konuş*|görüş* .. tercih|isterim|istiyorum|daha_iyi',
    'destek*|yetkili*|adminler*|modlar*|ekib*|müşteri_hizmet*|hizmet* .. berbat|rezalet|kötü|çöp|yetersiz|saçmalık|ilgisiz|yavaş|skandal|beceriksiz|torpil*|adaletsiz* & !{fiction} & !nasıl & !{general}',
    'kimse|hiç_kimse|hiçbiriniz .. cevap|dönüş|yanıt|ilgilen*|bakmıyor|yardım & *mıyor|*miyor|*muyor|*madı|*medi|yok & !{fiction}',
    'cevap|dönüş|yanıt|geri_dönüş .. alamadım|alamıyorum|yok|gelmedi|verilmedi|vermiyorsunuz|yapılmadı|vermediniz|alamadık|verilmiyor & gündür|haftadır|gün|hafta|saattir|hala|halen|kez|ticket*|talep*|mail* & !nasıl',
    'gündür|haftadır|saattir|günlerdir|haftalardır|saatlerdir .. cevap|dönüş|yanıt|bekliyorum|bekliyoruz & cevap|dönüş|yanıt|destek|ticket*|talep*',
    'şikayetim|şikayetçiyim|şikayette .. var|bulunmak|hakkında & !nasıl',
    'beni .. arayın|arasın|ararmısın*|arar_mısın*|arayabilir_mi*',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    'yetkili*|yönetici*|moderatör*|admin*|ekib*|destek* + yazabilir|yazsın|yazar_mı*|arayabilir|arasın|dönsün|ulaşsın|dönebilir + {my}|bana|bize',
    'kimse|hiç_kimse + cevap|yanıt|dönüş|ilgilen*|bakm* + {none}|vermiyor & !{fiction}',
    '{person} + konuşmak|görüşmek|bağlanmak|yazışmak + istiyorum|isterim|istiyom|lazım|gerek*',
  ],
};
