import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personalByName } from '../../src/inspect/personal-names.js';
import fc from '../support/fast-check.js';

/** @type {Record<string, string>} Names by their kind, separated by commas. With a question mark: only beside personal columns. */
const NAMES = {
  email: `email, Email, EMAIL, E-Mail, e_mail, eMail, e-mail address, e_mail_address, EmailAddress, email1, Email 2, emails, mail, Mail,
    work_email, contactEmail, kontaktEmail, Kontakt-Mail, Emailadresse, E-Mail-Adresse, Mailadresse, mail_address, Email ID, courriel,
    adresse e-mail, adresse mail, adresse électronique email, correo, correo electrónico, Correo Electronico, e-mailadres, emailadres,
    posta elettronica, indirizzo e-mail, indirizzo email, primary_email, user.email, customer_email_address, billing email, useremail,
    verified_email, "email"`,
  phone: `phone, Phone, PHONE_NUMBER, phone_no, phoneNumber, phonenumber, Phone 1, home_phone, homePhone, mobile, Mobile Number, mobile_phone,
    cell, cell phone, cellphone, tel, Tel., Tel.-Nr., telNr, telephone, Telefon, Telefonnummer, telefon_privat, Handy, Handynummer, Mobil,
    Mobilnummer, Rufnummer, Festnetz, Fax, fax_number, téléphone, numéro de téléphone, portable, tél portable, teléfono, telefono, móvil,
    celular, telefoonnummer, telefoon, mobiel, GSM, cellulare, contact phone, office_phone, company phone, work phone number, msisdn, whatsapp`,
  name: `first_name, firstName, FirstName, FIRST NAME, firstname, last_name, lastname, surname, Surname, family name, given_name, middle_name,
    maiden name, full_name, fullname, FullName, nickname, username, user_name, fname, lname, initials, customer_name, CustomerName,
    customer's name, client name, contact_name, contact person, patient_name, employee name, passenger name, guest_name, billing_name,
    shipping name, cardholder, cardholder_name, Card Holder, account holder, name on card, Vorname, Nachname, Vor- und Nachname, Familienname,
    Zuname, Geburtsname, Kundenname, Benutzername, Ansprechpartner, Kontoinhaber, prénom, Prenom, nom de famille, nom complet, nom du client,
    nom et prénom, nombre completo, apellido, Apellidos, primer apellido, nombre del cliente, voornaam, achternaam, tussenvoegsel, klantnaam,
    contactpersoon, cognome, nome e cognome, Name des Kunden, Vorname des Kunden, IBAN holder, nominativo, display name, birth name, shipping_first_name`,
  'name?': 'name, Name, NAME, nom, nombre, naam, nome, Kunde, customer, contact, first, last, ShipName',
  address: `address, Address, address1, address_line_2, Address Line 1, street, Street Name, street_address, streetAddress, house_number,
    houseNo, billing_address, shippingAddress, home address, mailing_address, delivery address, zip, ZIP, Zip Code, zip_code, zipcode, postcode,
    post code, postal_code, PostalCode, postalcode, po box, Adresse, Anschrift, Lieferanschrift, Lieferadresse, Straße, Strasse, strasse, Str.,
    Straße und Hausnummer, Hausnummer, Hausnr., PLZ, plz_ort, Postleitzahl, Wohnort, adresse, adresse postale, rue, code postal, code_postal,
    dirección, direccion, domicilio, calle, código postal, straat, straatnaam, huisnummer, adres, woonplaats, indirizzo, residenza,
    codice postale, birthplace, Geburtsort, apartment no, customer_address, billing_zip, ship to address`,
  'address?':
    'city, City, town, Ort, Stadt, ville, ciudad, plaats, città, comune, CAP, billing_city, ship_city, City Name',
  'birth date': `birth_date, birthdate, BirthDate, date_of_birth, Date of Birth, dateOfBirth, dob, DOB, D.O.B., birthday, birth_year, born,
    born_on, Geburtsdatum, geburtstag, GebDatum, geb., geboren am, date de naissance, date_naissance, naissance, fecha de nacimiento,
    fecha_nacimiento, nacimiento, geboortedatum, Date naiss., Fecha de nac., data di nascita, data_nascita, nascita, customer_dob`,
  iban: `iban, IBAN, IBAN-Nr., iban_number, ibanNumber, Konto-IBAN, kontonummer, Kontonr., bank_account, bank account number, bankAccountNumber,
    Bankverbindung, compte bancaire, numéro de compte, cuenta bancaria, Nº de cuenta, rekeningnummer, numero di conto`,
  card: `credit_card, creditCard, creditcard, credit card number, card_number, cardNumber, cardnumber, card no., cc_number, ccnum, debit card, pan,
    CVV, cvc, Kreditkarte, Kreditkartennummer, Kartennummer, carte bancaire, numéro de carte, tarjeta, tarjeta de crédito, número de tarjeta,
    creditcardnummer, carta di credito, numero carta`,
  ssn: `ssn, SSN, social_security_number, Social Security No., socialSecurityNumber, national_id, National Insurance Number, nino, tax_id, taxpayer_id,
    TIN, steuer-id, Steuer-ID, SteuerID, steuernummer, Steueridentifikationsnummer, Sozialversicherungsnummer, SV-Nummer, Rentenversicherungsnummer,
    AHV-Nr., Personalausweis, Ausweisnummer, passport, passport_number, Passnummer, Reisepass, numéro de sécurité sociale, NIR, DNI, NIE, NIF,
    BSN, burgerservicenummer, codice fiscale, codice_fiscale, cpf, driver's license, driving licence number, Führerschein, Fuehrerscheinnummer,
    id card number, seguridad social`,
  none: `id, product name, product_name, ProductName, Produktname, nom du produit, nombre del producto, nombre de ventes, filename, file_name,
    Dateiname, nom de fichier, hostname, host_name, host name, company, company_name, companyName, Company Name, Firma, Firmenname,
    nom de l'entreprise, empresa, ragione sociale, organisation name, brand name, event_name, project name, team_name, table_name, column name,
    class name, domain name, server_name, country name, country, Land, state, region, currency, amount, price, total, quantity, order_id,
    order_number, Bestellnummer, customer_id, customerId, user_id, email_sent_at, email_verified, emailVerified, is_email_valid, has_phone,
    email_count, email_opt_in, email_template, email_subject, email_domain, email_status, mailing list, mailbox, voicemail, phone_type,
    phone_model, phone_verified, phone brand, iPhone, mobile_app, mobile os, mobile version, cell_id, cell type, cell line, headphones,
    microphone, xylophone, address_type, address_id, ip_address, IP Address, mac_address, wallet_address, bitcoin address, memory address,
    web address, url, website, store_address, company address, branch city, store name, supplier name, bank_name, school_name,
    hotel name, card_type, card_brand, card_expiry, gift card, business card, graphics card, scorecard, discard, cardinality, postcard,
    birth_weight, birth_rate, date, created_at, updated_at, order_date, delivery_date, Lieferdatum, Datum, fecha, data, time, timestamp,
    description, title, titel, notes, comment, status, type, category, sku, barcode, ean, isbn, weight, height, color, size, latitude,
    longitude, version, license, license_key, tax, tax_rate, PhoneService, mobile_wt, phone_price, street_quality, passenger_count, first_class, blood_group, vat_id, USt-IdNr., company tax id, business tax id, account_number, account_id,
    account_type, telemetry, television, hotel, portal, portfolio, handler, handling, strategy, string, stream, structure, panel, company_id,
    expand, japan, tinted, continue, pin, spin, captain, capacity, capital, medical, redress, dress, streetview,
    street type, unit, unit_price, unit number, contact_type, contact_id, name_length, username_hash, number_of_phones, num_emails, zone, origin,
    destination, airport name, station_name, game_name, item name, artikelname, variable, last_login, last_updated, first_seen, rename,
    tournament, ornament, surrounding, hashed_email, email_hash, phone_hash, nationality, gender, age, language, locale, timezone, nir_band`,
};

for (const [expected, names] of Object.entries(NAMES)) {
  for (const name of names
    .replaceAll('\n', ' ')
    .split(',')
    .map(part => part.trim())) {
    test(`${JSON.stringify(name)} says ${expected}`, () => {
      const found = personalByName(name);
      const said = found === null ? 'none' : found.kind + (found.isSure ? '' : '?');
      assert.equal(said, expected);
    });
  }
}

test('a letter that was lost because the encoding is not known is guessed', () => {
  const lost = [
    'Stra\ufffde',
    'T\ufffdl\ufffdphone',
    'Empf\ufffdngername',
    'direcci\ufffdn',
    'citt\ufffd',
    'Gr\ufffd\ufffde',
  ];
  assert.deepEqual(
    lost.map(name => personalByName(name)?.kind),
    ['address', 'phone', 'name', 'address', 'address', undefined],
  );
});

test('names of any length and in any script take little time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), name => {
      personalByName(name);
    }),
  );
  for (const part of ['a', 'A', 'aA', 'mail', 'mail ', ' ', '\ufffd', '-', 'ß', 'first ', 'name', 'a\u0301']) {
    personalByName(part.repeat(1_000_000));
    personalByName(part.repeat(100).slice(0, 100));
  }
});
