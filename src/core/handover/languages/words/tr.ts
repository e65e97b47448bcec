import type { Vocabulary } from '../../pattern.ts';

/**
 * Turkish says nearly all in endings. `ödedim` is what an affected person says, `ödersem` a hypothesis and `ödenir mi` a
 * general question, so verbs stand here with their endings, and only nouns are stems.
 */
export const TURKISH_WORDS: Vocabulary = {
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
  // In danger
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
  // Money
  paid: [
    'ödedim|ödedik|ödeme_yaptım|ödeme_yaptık|ödemeyi_yaptım|ödememi_yaptım|ödemesini_yaptım|satın_aldım|satın_aldık|satın_almıştım|aldım|aldık|almıştım|yatırdım|sipariş_verdim|sipariş_ettim|sipariş_vermiştim|yükledim|yükleme_yaptım|para_verdim|bağış_yaptım|abone_oldum|ödemem|harcadım|alışveriş_yaptım|havale_yaptım|havale_ettim|eft_yaptım|para_gönderdim|gönderdim|ödeme_başarılı|ödeme_onaylandı|ödeme_geçti|ödeme_gerçekleşti|ödemiştim|yaptığım_ödeme|ödediğim|aldığım|sipariş_ettiğim|satın_aldığım|para_yatırdım|tl_verdim|ödeme_alındı|ödeme_yaptım|siparişim|siparişimiz|ödememe_rağmen|ödeme_yapmama|almama_rağmen',
  ],
  charged: [
    'çekildi|çekilmiş|çektiniz|çektin|çekti|çekmişsiniz|çekmişler|çekmiş|çekiliyor|çekiyorsunuz|çekiyor|çekilmeye|çekmeye|kesildi|kesilmiş|kestiniz|kesmişsiniz|kesiliyor|tahsil|tahsilat|alındı|alınmış|alınıyor|almışsınız|aldınız|gitti|düşmüş|düştü|düşüldü|yansıdı|yansımış|yansıtılmış|çekilen|kesti|kesmiş|çekim|eksilmiş|faturalandır*|gitmiş|uçtu|çekildiğini|kesilen|yazılmış|çekicek|çıktı|çıkmış',
  ],
  money: [
    'para|paramı|param|parası|paranın|paramız|paramızı|ücret|ücreti|ücretini|ücretim|tutar|tutarı|tl|lira|liram|#tl|kart|kartım*|karttan|karta|ödeme|ödemesi|hesabımdan|bakiye*|ödemem|ödememi|paralar*|kredi_kart*|abonelik|euro|dolar',
  ],
  twice: [
    'iki_kere|iki_kez|iki_defa|2_kere|2_kez|2_defa|çift|mükerrer|ikinci_kez|ikinci_kere|tekrar|tekrardan|yine|yeniden|fazla|fazladan|üç_kez|üç_kere|3_kere|3_kez|iki_sefer|2_sefer|defalarca|bi_daha|bir_daha',
  ],
  refund: ['iade|iadesi|iadesini|iademi|iadem|iadeyi|geri|geriye|iadesinin|gerialmak|refund|chargeback'],
  refundable: [
    'param|paramı|paramın|paramızı|paramız|ücret|ücreti|ücretim|ücretimi|ücretin|para|parayı|ödememi|ödemem|ödememin|ödemeyi|tutar|tutarı|tutarın|siparişimi|siparişim|bakiyemi|satın_alım*|liramı|#|tl',
  ],
  goods: [
    'kargo*|paket*|sipariş*|rütbe*|rank*|coin*|skin*|ürün*|teslimat*|kod|kodu|kodum|kodlar|anahtar*|abonelik*|aboneliğ*|premium*|elmas*|vip|vipim|kredi|kredim|nitro*|üyelik*|üyeliğ*|eşya*|eşyalar*|item*|bakiye*|jeton*|oyun|oyunu|bilet*|içerik|hediye*|altın*|gem|gemler*|epin*',
  ],
  notgot: [
    'gelmedi|gelmemiş|gelmiyor|ulaşmadı|ulaşmamış|yüklenmedi|yüklenmemiş|yatmadı|yatmamış|alamadım|alamadık|verilmedi|tanımlanmadı|tanımlanmamış|görünmüyor|gözükmüyor|gozukmuyo|yok|teslim_edilmedi|edilmedi|aktif_olmadı|aktifleşmedi|olmadı|eklenmedi|eklenmemiş|geçmedi|açılmadı|işlemedi|eksik|kargolanmadı|çalışmıyor|gönderilmedi|göndermediniz|vermediniz|vermediler|bişey_olmadı|alamıyorum|yansımadı|gelmedii|elime_geçmedi|işlenmedi|çıkmadı|yatırılmadı|bekliyorum|kayıp|verilmiyor|hesabıma_geçmedi',
  ],
  cancel: [
    'iptal_ettim|iptal_ettiğim*|iptal_etmiştim|iptal_etmeme|iptal_ettik|iptal_etmişim|iptal_ettirdim|iptalime|bıraktığım|bıraktım|ayrıldığım|sonlandırdım|kapattım|kapatmıştım|vazgeçtim|iptal_etmeme_rağmen|iptal_ettirmiştim',
  ],
  bill: ['fatura*|makbuz*|tutar*|fiş|fişte*|kdv|ekstre*|fiyat'],
  wrong: ['yanlış*|hatalı|hata|fazla|uyuşmuyor|tutmuyor|farklı|doğru_değil|yüksek|eksik'],
  // Sanctions
  banned: [
    'banlandım|banlandık|banlanmışım|ban_yedim|ban_yedik|ban_yemişim|ban_attılar|ban_atıldı|ban_atmış*|ban_attınız|banlamış*|banlamışsınız|banladılar|banladınız|banladı|yasaklandım|yasaklandık|yasaklanmışım|engellendim|engellendik|engellenmişim|susturuldum|susturulmuşum|susturulduk|mute_yedim|mutelendim|mutelenmişim|mutelediler|muteledi|mute_attı*|sunucudan_atıldım|atıldım|atılmışım|kicklendim|kick_yedim|kickledi*|kicklendik|kicklenmişim|uzaklaştırıldım|uzaklaştırılmışım|cezalandırıldım|ceza_aldım|ceza_yedim|ceza_verildi|uyarı_aldım|uyarı_yedim|warn_yedim|warn_aldım|timeout_yedim|zaman_aşımı_aldım|bloklandım|permaban_yedim|perma_yedim|ban_yiyorum|banlanıyorum|bana_ban|ban_verildi|yasak_yedim|ban_aldım|ban_verdiler|ban_vermiş*|timeout_attı*|timeout_aldım',
  ],
  ban: [
    'uzaklaştırmam|uzaklaştırmamı|uzaklaştırmama|uzaklaştırma|banım|banımı|banımın|banıma|ban|banı|banın|yasağım|yasağımı|yasağıma|yasağımın|yasak|yasağı|yasağın|yasağa|cezam|cezamı|cezama|cezamın|ceza|cezayı|cezanın|mutem|mutemi|mute|muteyi|uyarım|uyarımı|uyarıma|engelim|engelimi|engellememi|engeli|susturmam*|susturma|timeoutum*|kickim|banlama*|banlanmam*|permaban*|askı|kısıtlama*|banlanma|cezamız*',
  ],
  lift: [
    'kaldır*|açın|açar|açarmı*|açılsın|açılmasını|açabilir|açılabilir|açılır|itiraz*|incele*|gözden|geri_al*|iptal|kısalt*|değerlendir*|affed*|açtır*|açın_artık|silin|bakabilir|bakar|kontrol|sebebi|nedeni|haksız*|yanlış*|sebepsiz|adil|hatalı|düşür*|açılacak|bitmedi|bitti',
  ],
  unfair: [
    'haksız*|sebepsiz*|nedensiz*|boşuna|boş_yere|boşu_boşuna|durduk_yere|hiçbir|hiç|bir_şey_yapmadım|bişey_yapmadım|yapmadım|suçsuz*|suçum|yanlış*|hata*|neden|niye|niçin|sebep|uyarmadan|uyarısız|açıklama*|adaletsiz*|iftira|kullanmadım|etmedim|yokken|rağmen|kural*|mağdur*|keyfi*|ben_yapmadım|yok_yere',
  ],
  staff: ['moderatör*|mod|modlar*|admin*|yetkili*|yönetici*|yönetim*|ekib*|kurucu*'],
  // Accounts
  hacked: [
    'çalındı|çalınmış|çaldı|çalmış|çaldılar|çalmışlar|hacklendi|hacklenmiş|hackledi*|hacklemiş*|hackledi|hackleyip|heklendi|heklediler|hacklendim|hacklenmişim|ele_geçirildi|ele_geçirilmiş|ele_geçirdi*|ele_geçirmiş*|gasp_edildi|girmiş|girmişler|girilmiş|girildi|giriş_yapmış|giriş_yapılmış|giriş_yapıldı|giriş_yapıyor|kullanıyor|patlatıldı|patladı|patlatmış*|patlattılar|çalan|hacklenen|phishing*|oltalama|hacklemişler|heklenmiş|kırıldı|kırılmış|sızıldı|sızılmış',
  ],
  mine: [
    'hesabım|hesabımı|hesabıma|hesabımın|hesabımda|hesabımız*|hesabımdan|şifrem|şifremi|parolam|parolamı|discordum*|steamim*|mailim|mailimi|mailime|e_postam*|epostam*|profilim*|hesabımla|instagramım*|emailim*|hesabimi|numaram',
  ],
  changedby: [
    'değişmiş|değişti|değiştirilmiş|değiştirildi|değiştirmiş|değiştirmişler|değiştirdi|değiştirdiler|değiştirip|değiştirilmişti',
  ],
  cant: [
    'giremiyorum|giremiyom|giremiyoruz|girilmiyor|girmiyor|giremedim|girememekteyim|giriş_yapamıyorum|giriş_yapamıyom|giriş_yapamıyoruz|giriş_yapamadım|giriş_yapılmıyor|giriş_olmuyor|erişemiyorum|erişemiyoruz|erişim_sağlayamıyorum|erişimim_yok|erişimimi_kaybettim|erişimi_kaybettim|erişim_yok|açamıyorum|ulaşamıyorum|oturum_açamıyorum|kurtaramıyorum|sokmuyor|almıyor|kabul_etmiyor|açılmıyor|login_olamıyorum|bağlanamıyorum|geri_alamıyorum|sıfırlayamıyorum|kilitlendi|kilitlenmiş|kilitli|dışında_kaldım|girilemiyor|giremıyorum|kullanamıyorum',
  ],
  gone: [
    'kayboldu|kaybolmuş|kayıp|silinmiş|silindi|gitti|gitmiş|uçmuş|uçtu|yok|yok_olmuş|yok_oldu|görünmüyor|bulunamıyor|sıfırlandı|sıfırlanmış|bulunamadı|gözükmüyor|boşaltılmış|boşalmış|uçup|silmişler|silmişsiniz',
  ],
  factor: [
    '2fa|authenticator*|iki_aşamalı|iki_adımlı|iki_faktörlü|doğrulama*|yedek_kod*|kurtarma_kod*|doğrulayıcı',
  ],
  code: ['kod|kodu|kodum|kodlar|mail|maili|mailler|sms|mesaj|e_posta|eposta|link|linki|bağlantısı|bağlantı'],
  notcome: [
    'gelmiyor|gelmiyo|gelmedi|ulaşmıyor|ulaşmadı|almıyorum|alamıyorum|düşmüyor|düşmedi|iletilmiyor|çalışmıyor|gitmiyor',
  ],
  erase: [
    'silin|silinmesini|silinsin|siler_misin*|silmenizi|sildirmek|silmek_istiyorum|silebilir_misin*|silinmesi|kaldırılmasını|kapatılmasını|siliniz|imha|silinmesini_istiyorum|kapatmanızı|silmek|silinmesi_için|yok_edin',
  ],
  lost: [
    'kaybettim|kayboldu|çalındı|kırıldı|bozuldu|değiştirdim|değişti|yeni|yok|erişemiyorum|erişimim|kayıp|sıfırladım|silindi|sildim|suya|düştü|kullanmıyorum|kapandı|hattım',
  ],
  // A person
  person: [
    'insan|insanla|insana|insanlarla|yetkili|yetkiliyle|yetkiliye|yetkililer*|yetkilisi|temsilci|temsilciye|temsilciyle|temsilcisi*|temsilcinize|personel*|moderatör*|mod|modla|modlar*|admin|adminle|admine|adminler*|yönetici|yöneticiyle|yöneticiye|yöneticiler*|ekib*|ekip*|müşteri_hizmet*|biriyle|birine|birisiyle|birisine|kişi|kişiyle|operatör*|görevli*|çalışan*|destek_ekib*|canlı_destek*|canlı_desteğe|yönetim*|kurucu*|danışman*|sorumlu*|birileriyle|yetkil*|destekten|destekle|uzman*',
  ],
  talk: [
    'konuş*|görüş*|bağlan*|bağla|bağlayın|bağlar|bağlayabilir|aktar*|yönlendir*|iletişim*|yazış*|ulaş*|muhatap|görüşme*|sohbet_etmek|irtibat*|telefonla|arasın|bağlanmak|yazmak',
  ],
  look: [
    'bakabilir|baksın|bakar|bakarmı*|ilgilen*|yardım_ed*|yardım_etsin|yardımcı_ol|yardımcı_olabilir|yardımcı_olsun|dönüş|cevap|gelsin|gelebilir|gelir|iletişim*|geçebilir|ulaşabilir|yazabilir|arasın|arayabilir|yanıt*|dönsün|inceleyebilir|incelesin|el_atsın|çözsün|müdahale*|bakın|ilgilensin',
  ],
  helper: [
    'yetkili|yetkililer|moderatör|mod|modlar|admin|adminler|yönetici|yönetim|ekipten|ekibinizden|ekibinden|temsilci|destek|insan|canlı_destek|görevli|kurucu|personel|destekten|sizden',
  ],
};
