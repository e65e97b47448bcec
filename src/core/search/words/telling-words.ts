import type { Language } from '../../../domain/types.ts';

/**
 * Words that questions to a support team are full of, beside the function words of a language, each in the forms that
 * people use. What all languages borrowed from English (`server`, `account`, `login`, `premium`) tells nothing.
 */
export const TELLING_WORDS: Readonly<Record<Language, string>> = {
  de: `was wo passwort kennwort konto vergessen geändert ändern ändere löschen kündigen kündige kündigung bestellung bestellt
    lieferung versand paket rechnung bezahlt bezahlen zahlung geld zurück kosten kostet preis rabatt gutschein hilfe helfen
    problem fehler fehlermeldung geht gehen läuft funktioniert funktionieren kaputt klappt komme kommen kommt rein finde
    finden findet bekomme bekommen bekommt brauche kaufen gekauft verkaufen spiel spielen spieler regel regeln erlaubt
    verboten frage fragen antwort anmelden angemeldet einloggen herunterladen verloren verschenken verknüpfen leute heute
    morgen gestern woche tage stunden lange neu neue neuen nächste nächsten letzte tun angekommen entbannt gebannt
    öffnen öffnungszeiten adresse beitreten einladen drin gibts einstellen abo welt weiß`,
  en: `want wants need needs needed help helps work works working worked doesn isn won don t m forgot forgotten change
    changed changing reset lost lose find found where money back refund refunded pay paid payment buy bought order ordered
    orders shipping shipped delivery delivered arrived price costs discount rule rules allowed play playing player players
    game start starts started starting join joining crash crashes crashing keep keeps keeps banned unban appeal delete
    deleted remove removed cancel cancelled link linking long take takes today tomorrow yesterday week days hours new next
    last first door doors men man people please there any open opening closed close see use used using make made give gift
    gifted everyone everything nothing know think answer question broken wrong stuck loading download set up sign able
    unable three four five six seven eight nine ten twelve say said show go going come comes yes like anyone one two`,
  fr: `mot passe oublié oublier compte commande commandé livraison livré colis facture payé payer paiement argent rembourser
    remboursement remboursé prix coûte coûter réduction aide aider problème erreur marche fonctionne fonctionner arrive
    arriver connecter connexion jeu jouer joueur joueurs règle règles autorisé autorisés autorisée interdit changer
    modifier supprimer annuler résilier abonnement acheter acheté vendre perdu retrouver trouver trouve gratuit heure heures
    jour jours semaine demain hier nouveau nouvelle prochain prochaine dernier dernière télécharger réponse question besoin
    utiliser ouvrir ouvert offrir adresse serveur serveurs échanger bannie banni débanni lancer plante`,
  es: `contraseña olvidé olvidado cuenta pedido pedidos envío enviar enviado paquete factura pagar pagado pago dinero devolver
    devolución reembolso precio cuesta cuestan descuento ayuda ayudar problema error funciona funcionan funcionar entrar
    conectar conectarme juego jugar jugador jugadores regla reglas permitido permitida permitidos permitidas prohibido
    cambiar cambio cambiar borrar eliminar cancelar cancelo suscripción comprar compré vender perdí perdido encontrar
    encuentro gratis hora horas mañana ayer semana nuevo próximo última descargar respuesta pregunta llegado llega llegar
    tarda abrir regalar dirección servidor empieza baneado desbanear objetos correo tarjeta iniciar sesión`,
  it: `dimenticato dimenticata ordine ordini ordinato spedizione spedito pacco fattura pagare pagato pagamento soldi rimborso
    rimborsare prezzo costa costano sconto aiuto aiutare problema errore funziona funzionano funzionare entrare accedere
    collegare gioco giocare giocatore giocatori regola regole permesso permessa permessi permesse vietato cambiare cambio
    cambia cancellare eliminare annullare disdire abbonamento comprare comprato vendere perso persa trovare trovo trova
    gratis ora ore giorno giorni settimana domani ieri nuovo nuova prossimo ultima scaricare risposta domanda arrivato
    arrivata arriva aprire regalare indirizzo inizia comincia bannato oggetti carta modificare blocca bloccato`,
  pt: `senha palavra passe esqueci esquecido conta encomenda pedido envio entrega enviado entregue pacote fatura pagar pago
    paguei pagamento dinheiro devolver devolução reembolso preço custa custam desconto ajuda ajudar problema erro funciona
    funcionam funcionar entrar conectar ligar jogo jogar jogador jogadores regra regras permitido permitida permitidos
    permitidas proibido mudar alterar altero trocar apagar excluir cancelar cancelo assinatura subscrição comprar comprei
    vender perdi perdido encontrar encontro grátis hora horas dia dias ano anos hoje pessoa pessoas ver saber sei amanhã ontem semana novo próximo última baixar descarregar
    resposta pergunta chegou chega chegar demora abrir oferecer endereço servidor começa banido desbanir itens vocês
    cartão vincular dá`,
  nl: `wachtwoord vergeten bestelling besteld bestellingen levering geleverd verzending verzonden pakket factuur betalen betaald
    betaling geld terug terugkrijgen prijs kost kosten korting hulp helpen probleem fout foutmelding werkt werken
    inloggen aanmelden meedoen spel spelen speler spelers regel regels toegestaan verboden wijzigen wijzig veranderen
    verander aanpassen verwijderen annuleren opzeggen zeg abonnement kopen gekocht verkopen kwijt verloren vinden vind
    gratis uur uren dag dagen week morgen gisteren vandaag nieuw nieuwe volgende laatste downloaden antwoord vraag
    aangekomen duurt lang openen cadeau geven adres begint gebande geband spullen kaart koppelen mensen het een`,
  pl: `hasło hasła haseł konto konta kontem zapomniałem zapomniałam zapomniane zamówienie zamówienia dostawa dostawy wysyłka
    wysyłki paczka paczki faktura faktury zapłacić zapłaciłem płatność płatności pieniądze zwrot zwrotu cena kosztuje
    kosztują zniżka zniżki zniżkę pomoc pomocy pomóc problem błąd błędu działa działają działać wejść dołączyć zalogować
    gra grać gry gracz gracze graczy zasady regulamin dozwolone dozwolony zabronione zmienić zmiana zmiany usunąć
    anulować zrezygnować subskrypcja subskrypcję subskrypcji kupić kupiłem kupiłam sprzedać zgubiłem straciłem straciłam
    znaleźć znajdę darmowe godzina godziny dzień dni tydzień jutro wczoraj dzisiaj nowy nowe następny ostatni pobrać
    odpowiedź pytanie przyszło doszło przyszła trwa otworzyć podarować adres serwer serwera serwerze zaczyna odzyskać
    wyłącza włączyć rzeczy przedmioty karta kartą połączyć chciałbym usuń zbanowany ile kasy`,
  tr: `şifre şifremi şifrem parola parolamı hesap hesabım hesabımı hesabıma unuttum değiştirmek değiştiririm değiştirebilirim
    sipariş siparişim siparişimi kargo kargom teslimat fatura ödeme ödemem ödedim para paramı iade fiyat fiyatı ücret
    ücretli ücretsiz indirim yardım yardımcı sorun hata çalışmıyor çalışıyor giremiyorum giriş girebilirim bağlanamıyorum
    bağlanmak oyun oyunu oyuncu oyuncular kural kurallar yasak izin serbest silmek sil silebilirim iptal abonelik
    aboneliğimi satın almak alabilirim aldım kayboldu kaybettim bulabilirim bulamıyorum bedava saat gün gündür hafta yarın
    dün bugün yeni sonraki son indirmek cevap yanıt soru gelmedi geldi gelir gelecek sürer sürüyor açmak açılıyor
    açılmıyor hediye adres adresi sunucu sunucuya sunucunun sunucuda başlıyor başlar banlandım eşya eşyalarım kart
    bağlamak nasil`,
};
