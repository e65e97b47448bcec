import type { ReasonRules } from '../pattern.ts';
import { HUMAN, SAFETY, WORDS } from './tr-people.ts';

/** Money is wrong, missing or wanted back. */
const PAYMENT: ReasonRules = {
  reason: 'payment',
  vocabulary: {
    ...WORDS,
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
  },
  always: [
    '{twice} .. {charged} & {money}|{my}|kart* & !{hypothetical}',
    '{charged} .. {twice} & {money} & !{hypothetical}',
    'iki|2|çift|mükerrer .. çekim|tahsilat|ödeme & {charged}|kart*|yapıldı|yapılmış|oldu|olmuş & !{hypothetical}',
    'kartımdan|kartımızdan|hesabımdan|karttan|bankamdan|babamın_kartından|annemin_kartından|paypalımdan|cüzdanımdan .. {charged}',
    '{charged} .. kartımdan|hesabımdan',
    'param|paramı|paramız|paramızı .. .. geri|iade|çekildi|gitti|alındı|kayıp|kayboldu|nerede|yok|vermi*|boşa & !{hypothetical} & !{fiction}',
    '{refundable} .. {refund} .. {want} & !{general}',
    '{refund} .. {want} & {my}|{paid}|{money}|{cancel}|rica|bekliyorum & !{general}',
    '{want} .. {refund} .. yapın|edin|ediniz|verin & !{general}',
    'iade .. alamadım|yapılmadı|gelmedi|yatmadı|edilmedi|bekliyorum|talep*|reddedildi|etmiyor*|etmediniz|istiyorum|talebim*|yapmıyor* & !nasıl & !{hypothetical}',
    'iademi|iadem|paramı|param|siparişim|paketim|kargom|ürünüm .. ne_zaman|nerede|nerde|hani',
    'ne_zaman|nerede|nerde|hani .. iadem*|param|siparişim|paketim|kargom|ürünüm|coinlerim',
    '{paid} & {notgot} & !{general}',
    '{paid} & ama|fakat|ancak|lakin|rağmen .. {none} & !{general}',
    '{paid} .. {none}|{notgot} & !{general} & !{fiction}',
    '{my} .. {notgot} & {goods} & haftadır|gündür|gün|hafta|ay|hala|halen|hâlâ|rağmen|ödedim|{paid} & !{general}',
    'siparişim*|siparişimiz|paketim|kargom|ürünüm|ürünler .. {notgot}',
    '{cancel} .. {charged}|para|ücret|fatura|hala|halen|rağmen|iade & !{general}',
    '{cancel} & {charged}|ödüyorum|ödemeye|ödetiyor* & para|ücret|ödüyorum|kart*|abonelik*|{twice}|hala|fatura*|tl|lira & !{general}',
    'izinsiz|onayım|iznim|haberim|habersiz|bilgim & {charged}|ödeme|yenilen*|para|uzat* & !nasıl',
    'tanımadığım|bilmediğim|bilinmeyen|yetkisiz|onaylamadığım|yapmadığım .. ödeme|işlem|çekim|harcama|ücret|tahsilat',
    'neden|niye|niçin .. {charged}|iade_etmiyor*|ücret & para|ücret|kart*|tl|lira|#tl|{my}|{twice}',
    'ters_ibraz|chargeback & yapacağım|başlat*|istiyorum|edeceğim|açacağım|bankaya|bankama|bankam|bankamdan|yapıcam',
    'bankaya|bankama|bankamdan|tüketici .. itiraz|şikayet|başvur*|iptal|ters_ibraz|iade',
    'dolandırıldım|dolandırıldık|dolandırdınız|dolandırdılar|dolandırıyorsunuz|dolandırdı|kazıklandım|dolandırıcısınız|dolandırıcılar|dolandırılmışım|dolandırılmak & !{fiction}',
    '{bill} .. {wrong} & !{general}',
    '{wrong} .. {bill} & !{general}',
    '{bill} & düzelt*|güncelle*|yeniden_düzenle* & {want} & !{general}',
    'yanlışlıkla|kazara|yanlış|bilmeden|istemeden|farkında_olmadan & {paid}|aldı|satın|abone|uzatıldı|yenilendi|harcadı & !{general} & !{fiction}',
    'oğlum|kızım|çocuğum|kardeşim|çocuk .. satın|aldı|almış|harcadı|harcamış|ödedi|yapmış & kart*|para|tl|lira|izin*|haber*|#tl|iade & !{general}',
    'yanlış|hatalı|kırık|bozuk|hasarlı|defolu|eksik|farklı .. {goods}|geldi|gönder*|beden|renk & geldi|gelmiş|gönder*|çıktı|ulaştı|aldım|{paid} & !{general} & !{fiction}',
    '{goods} .. kırık|bozuk|hasarlı|defolu|eksik|yanlış & geldi|gelmiş|gönder*|çıktı|ulaştı|{paid} & !{general} & !{fiction}',
    'kod|kodu|kodum|epin*|kupon*|hediye_kart* .. geçersiz|kullanılmış|çalışmıyor|çalışmadı|hata & {paid}|hediye*|epin*|satın* & !{general}',
    'para|ücret|tutar|#tl|tl|lira .. {charged} .. ama|fakat|ancak|rağmen|ve|halbuki',
    'para|ücret|bakiye|#tl|tl|lira & {charged} & {notgot}',
    '{none}|hiç .. satın_almadım|almadım|abone_olmadım|sipariş_vermedim|onaylamadım & {charged}|ödeme|fatura|para|ücret',
    'abonelik*|üyelik*|aboneliğ*|üyeliğ* .. otomatik|kendiliğinden|haberim|izinsiz .. yenilen*|uzat* & {charged}|para|ücret|istemiyorum|iade|{my}',
    'ödeme|ödemem .. başarısız|reddedildi|hata & {charged}|para & !{general}',
    'nasıl_olur|neden|niye & {twice} & öde*|{charged}',
    '{twice} .. ödemek|ödüyorum|ödetti*|ödetiyor*|ödemişim|ödedim & !{hypothetical}',
    'ödeme|ödemesi|ödemem|işlem .. başarılı|geçti|onaylandı|tamamlandı|gerçekleşti & {none}|{notgot} & !{general}',
    'ekstre*|hesap_özet*|dekont* & {twice}|neden|niye|2_tane|iki_tane|bilinmeyen|tanımadığım',
    'hiç .. açmadım|başlatmadım|istemedim|yapmadım|kurmadım & fatura*|abonelik*|üyelik*|ücret|para|ödeme & !{fiction}',
    'kızımın|oğlumun|kardeşimin|çocuğumun|yeğenimin .. alışveriş*|satın*|harcama*|ödeme* & iade|geri|iptal & !nasıl',
    'bağışım|ödemem|havalem|yüklemem|bakiyem|eft|havale|bağış .. {notgot}',
    'verin|ver|iade_edin|gönderin paramı|parayı|paramızı',
    'geri .. alabilir_miyim|alabilir_miyiz|alır_mısınız|alınabilir_mi & alışveriş*|satın_al*|sipariş*|paket*|satın_aldım|yanlış_tuş*|yanlış_paket* & !{hypothetical} & !nasıl & !{fiction}',
    'yanlış|yanlışlıkla tuşa|bastım|tıkladım|seçtim|paketi|paket & alışveriş*|satın*|iade*|geri|iptal|sipariş* & !nasıl',
    '{bill} & eski|yeni|başka|farklı & isim|ismi|adı|adres*|ünvan*|vergi* & {want} & !nasıl & !{hypothetical}',
    '# .. yazıyordu|yazıyor|görünüyordu|gösteriyordu .. .. # .. aldınız|çekildi|çektiniz|çekmiş*|kesildi|almış*',
    'abonelik*|üyelik*|aboneliğ*|üyeliğ* & yenilen*|uzatıl*|devam & rağmen|halde|kapat*|iptal* & {i}|halde & !nasıl & !{hypothetical}',
    'yardımcı_olun|mağdur*|mağduriyet* & para|ücret|ödeme|sipariş*|iade|{charged}',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    '{paid}|{charged} + {trouble} + {money}|{goods}|fatura* & {i} & !{fine} & !{fiction}',
    'icra|haciz|ihtar*|borç & {i}|fatura*|öde* & {trouble}|geldi|ödedim|ödediğim',
    'deneme & ücretsiz*|süre*|bedava* & {charged}|#|para',
    'oğlum|kızım|çocuğum|kardeşim|yeğenim|abim & satın|almış|aldı|harca* & kartım*|karttan|para|tl|lira|#tl|sormadan|habersiz|izin*',
    'para|param|ücret|tl|lira|#tl + {charged} + {trouble} & !{fiction}',
    '#|tl|lira|#tl|para + verdiğim|ödediğim|aldığım|harcadığım|yatırdığım + {trouble}|yok_oldu|yok',
    '{paid} + {goods} + {none}',
    '{charged} + para|ücret|tl|lira|#tl + {my}|haksız*|rağmen|fazla|yersiz|sebepsiz',
    '{refund} + {my} + {want}',
  ],
};

/** A sanction against the person who writes. */
const BAN: ReasonRules = {
  reason: 'ban',
  vocabulary: {
    ...WORDS,
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
  },
  always: [
    'banlandım|banlandık|banlanmışım|ban_yedim|ban_yedik|ban_yemişim|yasaklandım|yasaklanmışım|susturuldum|susturulmuşum|susturulduk|mute_yedim|mutelendim|mutelenmişim|kicklendim|kick_yedim|kicklenmişim|uzaklaştırıldım|uzaklaştırılmışım|timeout_yedim|permaban_yedim|perma_yedim|ban_yiyorum|banlanıyorum|engellendim|engellenmişim|cezalandırıldım|warn_yedim|bloklandım|ban_aldım|timeout_aldım & !{fiction} & !{hypothetical}',
    '{banned} & {unfair}|{staff}|sunucu*|discord*|sohbet*|lütfen|hile*|küfür*|spam*|kalıcı|süresiz|hesab* & !{fiction} & !{hypothetical}',
    'beni|bizi|bana|bize|hesabım*|hesabıma .. banlad*|banlamış*|ban_at*|ban_ver*|ban_atıldı|attı|attılar|attınız|atmış|atmışlar|atmışsınız|kickled*|muteled*|mute_at*|engelled*|engellemiş*|susturdu*|susturmuş*|yasakla*|uzaklaştır*|ceza_ver* & {staff}|sunucu*|sebep*|{unfair}|discord*|oyun*|ban*|mute*|kick* & !{fiction} & ~mesaj|foto* & !{hypothetical}',
    '{staff} .. beni|bizi|bana .. {banned}|attı|engelledi|susturdu|kovdu|çıkardı & !{fiction}',
    'banım|banımı|banımın|banıma|yasağım|yasağımı|yasağıma|yasağımın|cezam|cezamı|cezama|cezamın|mutem|mutemi|uyarımı|uyarıma|engelimi|engellememi|susturmamı|uzaklaştırmamı|uzaklaştırmam|timeoutum*|timeoutumu|banlanmam*|kısıtlamamı .. {lift}|ne_zaman|neden|niye|hala|kalk*|sür*',
    '{ban} .. itiraz|kaldır*|açın|açar|açılmasını|açılsın|gözden|incele*|affed* & {want}|istiyorum|ediyorum|lütfen|{my}|edeceğim & !{general} & !{fiction}',
    'itiraz .. {ban} & !{general}',
    'unban|unbanla*|ban_itiraz*|ban_açtırma|banaç|unmute & {want}|beni|lütfen|atın|at|istiyorum|yapın|alabilir & !nasıl & !{general}',
    'unban|unbanla*|unmute|banımı_aç*|unbanlayın|unbanlar & lütfen|lutfen|istiyorum|atın|beni|rica|nolur|abi|bana & !nasıl',
    'haksız*|sebepsiz*|nedensiz*|boşuna|boş_yere|durduk_yere|yok_yere|suçsuz_yere .. {banned}|ban|banı|banlan*|yasak*|engellen*|susturul*|atıldım|ceza*|mute* & ~{fiction}',
    'neden|niye|niçin|ne_sebeple|hangi_sebep* .. {banned}|banlı|banlıyım|yasaklı|yasaklıyım|engelli|susturulmuş|atıldım & !{fiction} & !{hypothetical}',
    '{banned}|banlıyım|yasaklıyım .. neden|niye|sebebi|sebep & !{fiction}',
    'hesabım*|hesabımız|profilim .. askıya|kapatıl*|yasaklan*|banlan*|engellen*|banlı|donduruldu|dondurulmuş|bloke*|devre_dışı|uzaklaştırıl*|kısıtlan*|bloklan*|kapandı|kapatmış* & !{hypothetical} & !nasıl',
    '{ban} .. saçma|anlamsız|abartı|tekrar_değerlendir*|yeniden_değerlendir* & {my}|{want}|dünkü|dünkü & !{general} & !{fiction}',
    'uyarım|cezam|banım|yasağım & değerlendir*|gözden|saçma|abart*',
    'banlıyım|yasaklıyım|engelliyim|susturulmuş_durumdayım & {trouble}|{unfair}|gün*|hafta*|ay|{i}',
    'ikinci|bir|son|yeni şans|şans_daha & {ban}|{banned}|banlan*|sunucu*|lütfen|verin & !{fiction}',
    'özür|pişmanım|affed*|bir_daha_yapmam|bidaha & {ban}|{banned}|banla*|unban|yasak* & !{hypothetical}',
    'sohbet*|chat*|kanal*|seste|mesaj .. yazamıyorum|konuşamıyorum|yazamıyom|atamıyorum & neden|niye|sustur*|ban|mute|engel*|ceza',
    'sunucuya|discorda|servera .. giremiyorum|katılamıyorum|giremiyom & ban*|yasak*|engel*|atıl* & ~bana|banka',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    '{ban} + {unfair} & *dım|*dim|*tım|*tim|{my}|yedim|aldım',
    '{ban}|{banned} + {i} + {trouble}|sunucu*|discord*|kalıcı|süresiz & !{fiction}',
    'arkadaşım|kardeşim|oğlum|kızım|abim|eşim + banlanmış|banlamış*|banladı*|yasaklanmış|atılmış|banlandı|ban_yedi|yasaklandı|engellendi|susturuldu|atıldı + {unfair}',
  ],
};

/** The person has lost their account, somebody else has it, or it is to be deleted. */
const ACCOUNT: ReasonRules = {
  reason: 'account',
  vocabulary: {
    ...WORDS,
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
    code: [
      'kod|kodu|kodum|kodlar|mail|maili|mailler|sms|mesaj|e_posta|eposta|link|linki|bağlantısı|bağlantı',
    ],
    notcome: [
      'gelmiyor|gelmiyo|gelmedi|ulaşmıyor|ulaşmadı|almıyorum|alamıyorum|düşmüyor|düşmedi|iletilmiyor|çalışmıyor|gitmiyor',
    ],
    erase: [
      'silin|silinmesini|silinsin|siler_misin*|silmenizi|sildirmek|silmek_istiyorum|silebilir_misin*|silinmesi|kaldırılmasını|kapatılmasını|siliniz|imha|silinmesini_istiyorum|kapatmanızı|silmek|silinmesi_için|yok_edin',
    ],
    lost: [
      'kaybettim|kayboldu|çalındı|kırıldı|bozuldu|değiştirdim|değişti|yeni|yok|erişemiyorum|erişimim|kayıp|sıfırladım|silindi|sildim|suya|düştü|kullanmıyorum|kapandı|hattım',
    ],
  },
  always: [
    '{mine} .. {hacked} & !{hypothetical} & !nasıl',
    '{hacked} .. {mine} & {someone}|başka* & !{hypothetical}',
    'hacklendim|hacklenmişim|heklendim|hacklendik|hack_yedim|hack_yedi & ~{hypothetical}',
    '{someone}|başkası|başka_biri .. {account}|şifrem*|mailim* .. {hacked}|{changedby}|oynuyor|var & !{hypothetical} & !nasıl & ~arkadaşlarım',
    'hesap|hesaba|hesabı|hesaplar .. {hacked} & {my}|yardım|lütfen|{someone}|benim|kurtar* & !{hypothetical} & !{general}',
    'şifrem*|parolam*|şifremi|parolamı|mailim*|mailimi|e_postam*|epostam*|e_posta_adresim|telefon_numaram|bilgilerim .. {changedby} & !{hypothetical} & ~ben & !nasıl',
    'şifre|şifresi|şifreyi|mail|maili|e_posta .. {changedby} & {account}|{someone}|bilgim|haberim|izinsiz & !nasıl',
    '{account} .. {cant} & !{general}',
    '{cant} .. {account}',
    'giriş_yapamıyorum|giriş_yapamıyom|giriş_yapamadım|giriş_yapamıyoruz|oturum_açamıyorum|giriş_olmuyor|login_olamıyorum|giriş_yapılmıyor & !{fiction} & !nasıl|sunucu*',
    'şifrem|şifremi|parolam|parolamı|kodu|mail*|e_posta* .. {cant} & {account}|giriş|{code}|sıfırla*|{factor}',
    'e_posta*|mail*|eposta*|telefon*|numara* .. erişimim|erişemiyorum|erişimi|erişimimi|ulaşamıyorum|kullanmıyorum|yok_artık|kapandı & !nasıl',
    'erişimim*|erişimimi .. kaybettim|yok|kesildi',
    'hesabım|hesabımı|hesabımız|hesabımdaki|profilim|kayıtlarım|ilerlemem|eşyalarım|envanterim .. {gone} & !{general}',
    'hesabımı|hesabıma .. geri|kurtar* & {want}|{hacked}|almak|alabilir|alamıyorum|istiyorum|lütfen|yardım & !{hypothetical} & !nasıl',
    'telefonum*|telefonumu|numaram*|telefon|hattım .. {lost} & {factor}|{account}|giriş|kod|kodu|{cant} & !{general}',
    '{factor} .. {lost}|üretemiyorum|oluşturamıyorum|sıfırlandı|{cant}|{notcome} & !{general}',
    '{code} .. {notcome} & doğrulama*|giriş*|sıfırla*|onay*|aktivasyon*|şifre*|hesab*|{cant} & !hediye* & !kupon* & !{general}',
    'doğrulama|onay|sıfırlama|aktivasyon|giriş .. {code} .. {notcome} & !{general}',
    'şifremi|parolamı unuttum & mail*|e_posta*|telefon*|eposta*|numara* & {none}|yok|erişim*|eski & !nasıl',
    'tanımadığım|bilmediğim|bilinmeyen|yabancı|başka_ülke*|farklı .. cihaz*|konum*|yer*|ülke*|ip|giriş|oturum & giriş*|oturum*|{account}',
    '{account}|hesabımda & benim_olmayan|bana_ait_olmayan|tanımadığım|bilmediğim|yabancı & mail*|e_posta*|adres|numara|telefon|cihaz|eposta* & !nasıl',
    'değiştiril*|değiştiği*|değişti .. değiştirmedim|yapmadım|ben_değil* & {account}|mail*|e_posta*|eposta*|şifre*|parola*|numara*',
    'hırsız|hacker|dolandırıcı .. hesab*',
    'ben_yapmadım|ben_değilim|ben_değildim|bana_ait_değil & giriş*|oturum*|{account}|şifre*',
    'sahte|phishing*|oltalama .. link*|site*|bağlantı* .. tıkla*|gir* & *dım|*dim|*tım|*tim|*dum|*düm',
    // Deletion
    'hesabımın|hesabımı|verilerimin|verilerimi|bilgilerimi|bilgilerimin|kişisel_veri*|kaydımı|üyeliğimi|verilerim .. {erase} & !{general} & !mesaj*',
    '{erase} .. hesabım*|verilerim*|bilgilerim* & {want} & !{general}',
    'kvkk|gdpr .. {erase}|veri*|talep* & {want} & !{general}',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    '{account} + {hacked} & {someone}|{my}|yardım|lütfen',
    '{mine} + {cant}',
    '{account}|ilerleme*|şifre*|giriş* + {i} + kayboldu|silinmiş|sıfırlandı|sıfırlanmış|tanımadığım|ele_geçirildi|ele_geçirilmiş|çalındı|çalınmış|hacklendi|hacklenmiş|yabancı & !{fiction} & !{fine}',
    'giriş*|oturum* + {none}|olmuyor|yanlış + şifre*|hesab*|kod*',
    '{code} + alamıyorum|gelmiyor|alamadım|gelmedi + numara*|giriş*|doğrula*|hesab*|telefon*',
    '{mine} + {changedby}|{gone}',
  ],
};

/** Turkish, as German and English have it in rules/. */
export const TURKISH: readonly ReasonRules[] = [SAFETY, PAYMENT, BAN, ACCOUNT, HUMAN];
