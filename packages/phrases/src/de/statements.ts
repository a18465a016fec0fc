import type { StatementPhrases } from '../types.ts'

export const statements: StatementPhrases = {
  impegno: '{1} möchte, dass alle diesen Dienst nutzen können, wie es die EU-Richtlinie 2016/2102 verlangt.',
  stato: 'Stand der Vereinbarkeit',
  full: 'Dieser Dienst entspricht den WCAG 2.2, Stufe AA, und der Norm EN 301 549.',
  partial: 'Dieser Dienst entspricht teilweise den WCAG 2.2, Stufe AA, und der Norm EN 301 549.',
  none: 'Dieser Dienst entspricht noch nicht den WCAG 2.2, Stufe AA, und der Norm EN 301 549.',
  eccezioni: 'Nicht barrierefreie Inhalte',
  nessuna: 'Uns sind keine nicht barrierefreien Inhalte bekannt.',
  redazione: 'Wie diese Erklärung entstanden ist',
  rivista: 'Überprüft am {1}.',
  self: 'Wir haben die Seiten selbst geprüft.',
  third_party: 'Die Seiten wurden von einer externen Stelle geprüft.',
  ostacolo: 'Sind Sie auf eine Barriere gestoßen?',
  ostacolo_testo:
    'Schreiben Sie uns, was nicht funktioniert, auf welcher Seite und mit welchem Gerät. Wir antworten und geben Ihnen die Informationen in anderer Form.',
  ostacolo_modulo: 'Barriere mit dem Formular melden',
  procedura: 'Wenn keine oder keine hilfreiche Antwort kommt',
  procedura_link: 'So verlangen Sie eine Prüfung',
  ufficiale: 'Die Erklärung im nationalen Register',
  titolare: 'Verantwortliche Stelle',
  responsabile: 'Datenschutzbeauftragte Person',
  dati: 'Was dieser Dienst mit Ihren Daten macht',
  dati_browser: 'Vor dem Senden bleibt das Geschriebene in Ihrem Browser, bis die Sitzung endet.',
  dati_cifrati: 'Gesendete Antworten und Anhänge werden verschlüsselt gespeichert.',
  dati_evase: 'Abgeschlossene Anfragen werden nach {1} Tagen gelöscht.',
  dati_sempre: 'Abgeschlossene Anfragen bleiben, bis das Amt sie löscht.',
  dati_scadute: 'Nie bestätigte Anfragen werden nach {1} Tagen gelöscht.',
  dati_cookie:
    'Dieser Dienst nutzt nur notwendige Cookies und Browserspeicher: für Sprache, Design, Sitzung und die Rückkehr nach der Anmeldung. Nichts davon dient der Werbung.',
  dati_chat: 'Der Hilfe-Chat ist ein externer Dienst ({1}). Er öffnet sich nur, wenn Sie es möchten.',
  dati_recaptcha: 'Google reCAPTCHA prüft, dass ein Mensch sendet. Es sieht die Netzwerkadresse Ihres Geräts.',
  diritti: 'Ihre Rechte',
  diritti_testo:
    'Sie können verlangen, Ihre Daten zu sehen, zu berichtigen, zu löschen oder zu erhalten. Sie können sich auch an die Datenschutzbehörde wenden.',
  telefono: 'Telefon',
  email: 'E-Mail',
}
