import type { Language } from '../../../domain/types.ts';

/**
 * The 120 groups of three letters that set a language most apart from the other eight, with `_` for where a word begins
 * or ends: by their share in the words of programs' translations, times the logarithm of how much more frequent they
 * are than elsewhere. With and without accents.
 */
export const LETTER_GROUPS: Readonly<Record<Language, string>> = {
  de: `en_ ung sch ich ein eit _ei ben chl zei che cht gen hen ten _zu ier chr auf nge aus utz eru fen ert _be eic ste
    ige run hri ube rt_ tzt tze rsc tig ber hre vor wei übe _ve er_ ach ver nde rei nen _au _an etz ng_ wah lte gt_
    hte sse ht_ ter rdn hle ers feh usg _ge ern dun bei ahl _er ehl _üb uch ges tei kei rn_ end eig hlt nac zt_ _un
    _ko bge lic nnt ngs hal ang abg tet akt rte zug gew her der wäh nzu kon chs ch_ sen uck te_ erw erh eib ner die
    ufg tli hlu llt gef gab änd fug`,
  en: `ed_ ng_ ing ted _th ly_ the tio _re ts_ on_ ate _sh _wh tin lly ry_ sho you ct_ ect oun use abl ds_ add thi ll_
    rea led ead ns_ ble whe _fo ay_ sed all _un nd_ es_ ion ati ve_ eat rs_ nt_ ew_ ss_ red th_ _lo ot_ ail oad st_
    ons _ch ish tly wit tch le_ _se ith ow_ loa ack fol cat ned se_ ck_ ce_ ded nts _yo ose _to iew _up ess han er_
    ks_ up_ new _wi sh_ ity old lea ely sav _ex ty_ how _fi _co uld key ary hed al_ nab ad_ din ize nce _it ear day
    cal ify ove whi ain not _st oth`,
  fr: `es_ _dé nt_ tio er_ eur ée_ _ré onn ez_ on_ ion iqu ouv ées és_ ur_ que cti eme re_ ent our té_ ee_ ise air nne
    ue_ teu tre ns_ ees ire pré ect ant rer uve ati ons _sé _re le_ _de jou men dép rée éri éle age ite _co ité act
    lis _éc réc ts_ rés rai ppr ère sél isé ge_ res dés ux_ eau ére déf rs_ née te_ nné les voy ait oir che écu tai
    élé éta éch ce_ nts tes aff _ét arr aux ffi rép au_ éfi uel pou ive _ch sé_ lle par rie nce urs lec fie uti _et
    ssi édi ndr cha ble ré_ liq nna`,
  es: `ón_ ión ció aci cio do_ os_ ar_ ado as_ cci _es _co ion ndo on_ ica ecc ido _de iza _re con ará ía_ tar nte dos
    des ra_ tra es_ lo_ car da_ nes cac nad pue ent rar act _ca uie ada dor rán est rá_ ued án_ _el tad ida nci ien
    rad tos ara ta_ _en aña cua cta aje zar cad liz _cu dad _pu _añ cia ntr pci ctu _in ñad ina ici esp tic _ac io_
    cue rec arp rio ona env uci or_ rra nto iar esc com sió nvi uev jo_ ro_ fic eta one nar nta uar cam qui _pe se_
    ea_ rlo das cid les ría pet saj`,
  it: `zio ti_ _ri to_ re_ ta_ ato are azi agg ggi zza izz one ne_ _co ion att tti ent ett tà_ tto gio ità ata no_ nti
    li_ iun te_ tat con ita le_ rà_ nte giu lla uov ica ra_ ric oni taz egn _in so_ _sc nat ost men ame tta lit ess
    bil chi pos rat orn enz io_ la_ ivi avv nza nto ris seg ni_ _di hia _ag iat gli nzi ior caz sce vi_ ell tra asc
    ca_ za_ car izi tiv di_ ibi isp ezi mpo sci ttu acc ono ri_ vvi spo rim zat cor ssi per ina ott ipr sso lo_ vuo
    erà sti ito va_ _qu sta cca all`,
  pt: `ao_ ão_ cao ção os_ açã as_ ar_ do_ ado ões ada aca da_ coe çõe _co ica ári oes iza das rio _re ida alh aco con
    nci íve vel açõ liz io_ _es cia sao são ido dos tad nte ndo _de des em_ ra_ _ex caç _at ou_ eir es_ ênc lha lho
    dor ria rad zaç ico _se raç içã fic ios ura tar ia_ co_ enc dad ent sív _pa _in rên nca tra cad is_ nha iro nça
    pos com _ca vei ca_ ita or_ _en el_ rar car ha_ nto clu _pe ali ta_ ho_ nao anç ro_ iga não eci ixa cri ont cio
    vis taç nta enh ais par _nã ici`,
  nl: `en_ aan eer aar oor _ge lij _aa voo gev ing tie eel _be ver erd eld ken oek _ve eke ijk aat naa ijd ijs toe waa
    gen bij laa jst rd_ cht uik _on nge rui voe _ui taa wij uit nde ren oeg tee erk bes de_ rde oep aal maa raa wee
    zoe ege den een kke tij aak rij ake _ee geb ven _op jk_ bru ebr lee st_ _af ste ker ere ijz gel woo kel jde _he
    der tel ond eid erg ten aam kt_ zig ld_ wer daa _we ers uur eze sch _wa doo map _vo oud euw lin gav and eve van
    ges et_ oet bee nst jzi ijn boe`,
  pl: `_wy nie prz owa _za nia wan ie_ rze ych ani kow _po cze ej_ acz rzy wys wie ać_ czy dzi ywa pow nik _od ny_ eni
    wia ego owy ch_ ów_ awi ia_ ac_ ści cza czn roz go_ nyc czo tow łąc ącz zna zyt _pr acj ym_ owi zen any ocz owe
    jac jąc ane pis uzy _cz sze je_ arz _ni ośc raw wni zyc _na pod wa_ zap wać iko uży na_ wyc dni _uż kon ony _ro
    taw zec _ko ka_ uje _do zes ow_ nej osc zon zas iej dom row zni wym zyw ci_ edz mow zys aln wy_ iec edn ne_ zy_
    ku_ stę szy sci ika poz orz _dz`,
  tr: `_ya lan lar ler arı ini eri _gö anı yor unu ını ril _ku ama _ol iri kul ni_ ıla iyo rin in_ lam aya iz_ ri_ kle
    ın_ _go sin _ay tir ası rın niz ilm yar _ka lir yaz nı_ iml _ba kla si_ gör ile esi yi_ ak_ ekl nle ayı ikl yap
    alı mek eği rı_ nin ir_ ull asi ili eyi mle eye _uy sın ala ila ari iği örü cek adı ayi uru nız kay di_ isi ek_
    lma sı_ oru dı_ len tıl mad rul mey ğin ind _bi lem yan dır ki_ ıcı baş cak ınd şti değ may mla eti nın dak onu
    aki ığı atı lla igi an_ sya yal`,
};
