"""The words by which a field asks for a secret, in sixteen languages; data for `secrets.py`.

A phrase is a row of words. `*` stands for any letters at the end or the beginning of a word, `~` for up to six words
in between. Everything is written without accents (they are dropped before comparing). Chinese, Japanese and Korean
phrases are looked for inside the text, whose spaces are dropped for them.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping

__all__ = [
    "ASKING",
    "ASKING_IN_PLACE",
    "KINDS",
    "NOT_ASKING",
    "NOT_ASKING_IN_PLACE",
    "ONLY_NAMES",
    "TELLS_AFTER",
    "TELLS_AFTER_IN_PLACE",
    "TELLS_BEFORE",
    "SecretKind",
]


class SecretKind(enum.StrEnum):
    """What is asked for (FORM-11)."""

    PASSWORD = "password"  # noqa: S105  a word for people
    KEY = "key"
    TOKEN = "token"  # noqa: S105  a word for people
    CODE = "code"
    PAYMENT = "payment"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ONLY_NAMES: Mapping[str, SecretKind] = {
    "pass": SecretKind.PASSWORD,
    "pw": SecretKind.PASSWORD,
    "pin": SecretKind.PASSWORD,
    "secret": SecretKind.KEY,
    "apikey": SecretKind.KEY,
    "dsn": SecretKind.KEY,
    "token": SecretKind.TOKEN,
    "pat": SecretKind.TOKEN,
    "jwt": SecretKind.TOKEN,
    "bearer": SecretKind.TOKEN,
    "tan": SecretKind.CODE,
    "mima": SecretKind.PASSWORD,
    "cvv": SecretKind.PAYMENT,
    "cvc": SecretKind.PAYMENT,
}
"""Words that mean a secret where a name or a label is nothing else, or ends in them."""

KINDS: Mapping[SecretKind, str] = {
    SecretKind.PASSWORD: """
        *password*; *passwd*; *passwrd*; pwd; *passphrase*; *passcode*; pass word; pass phrase; pass code
        db pass; user pass; admin pass; root pass; smtp pass; login pass; pin number; card pin; pin code; your pin
        pin ~ unlock; credential*; login credential*; mypass; userpass; dbpass
        *passwort*; *kennwort*; zugangsdaten; anmeldedaten; geheimzahl; losungswort; geheimnummer
        mot* de passe; *motdepasse*; mdp; identifiants de connexion; code pin; code secret
        code confidentiel; phrase secrete
        contrasena*; nuevacontrasena; credenciales; clave de acceso; clave personal; contrasenya
        senha; suasenha; palavra passe; palavrapasse; credenciais
        parola d ordine; parola ordine; credenziali; codice pin; parola di accesso; parola segreta
        *wachtwoord*; inloggegevens; pincode; pin code; wachtzin; toegangscode
        haslo; hasla; haslem; haslu; dane logowania; dane uwierzytelniajace; kod pin
        пароль; пароля; паролем; парол; parol; учетные данные; пин код; пинкод; кодовая фраза; кодовое слово
        пароля; пароль від; облікові дані
        sifre; sifreniz*; sifrenizi; sifresi; parola; parolaniz*; parolasi
        heslo; hesla; heslem; prihlasovaci udaje; kod pin
        *losenord*; *losenordet; inloggningsuppgifter; pinkod
        密码; 密碼; 口令; 登录凭证; 登入憑證; 通行码
        パスワード; 暗証番号; パスフレーズ; パスコード; 認証情報; 合言葉
        비밀번호; 암호; 패스워드; 비번; 로그인정보; 핀번호
    """,
    SecretKind.KEY: """
        api key; api keys; *apikey; apisecret; api secret; secret key; secretkey; private key; privatekey; access key
        accesskey; secret access key; signing key; encryption key; encryptionkey; decryption key; master key; masterkey
        license key; licence key; licensekey; activation key; product key; account key; storage key; shared key
        service key; deploy key; client secret; clientsecret; app secret; webhook secret; shared secret; consumer secret
        oauth secret; signing secret; client geheimnis; secret du client; secret client
        secreto del cliente; segredo do cliente; segreto del client*; sekret klienta; секрет клиента; секрет клієнта
       ; jwt secret; wifi key; wpa key; psk; pre shared key; hmac key; ssh key; pgp key
        gpg key; wallet key; root key; connection string; connectionstring; seed phrase; seedphrase; mnemonic
        mnemonic phrase; secret phrase; recovery phrase; recovery key; auth key; admin key; bot key; server key
        openai key; stripe key; github key; aws key; azure key; anthropic key; gemini key; google key; twilio key
        sendgrid key; slack key; secrets; your secret; the secret; secret value; security key value
        api schlussel; api schluessel; apischlussel; *privater schlussel; privaten schlussel; geheimer schlussel
        geheimen schlussel; wlan schlussel; zugriffsschlussel; zugangsschlussel; privatschlussel; privater schluessel
        cle api; cle d api; cle privee; cle secrete; cle d acces; clef api; clef privee; phrase de recuperation
        clave api; clave de api; clave de la api; clave privada; clave secreta; frase semilla; frase de recuperacion
        chave api; chave de api; chave da api; chave privada; chave secreta; chave de acesso; frase de recuperacao
        chiave api; chiave di api; chiave privata; chiave segreta; chiave di accesso; frase di recupero; frase seed
        api sleutel; apisleutel; geheime sleutel; privesleutel; prive sleutel; toegangssleutel; herstelzin
        klucz api; klucza api; klucz prywatny; tajny klucz; klucz tajny; klucz dostepu; fraza odzyskiwania
        ключ api; ключа api; api ключ; закрытыи ключ; приватныи ключ; секретныи ключ; ключ доступа; апи ключ
        сид фраза; приватнии ключ; секретнии ключ; таємнии ключ; ключ доступу
        api anahtari*; gizli anahtar*; ozel anahtar*; erisim anahtari*; kurtarma ifadesi
        klic api; api klic; soukromy klic; tajny klic; pristupovy klic; privatni klic
        api nyckel; apinyckel; privat nyckel; hemlig nyckel; atkomstnyckel; privata nyckel
        密钥; 密鑰; 金鑰; 私钥; 私鑰; 助记词; 助記詞; apikey; 秘钥
        apiキー; 秘密鍵; シークレットキー; アクセスキー; apiシークレット; クライアントシークレット; ライセンスキー
        api키; 비밀키; 개인키; 액세스키; 시크릿키; 클라이언트시크릿; 복구구문
    """,
    SecretKind.TOKEN: """
        access token; accesstoken; refresh token; refreshtoken; bearer token; auth token; authtoken; api token; apitoken
        id token; personal access token; session token; session cookie; auth cookie; csrf token
        bot token; bottoken; oauth token; github token; gitlab token; slack token; discord token; security token
        user token; device token; login token; secret token; your token; the token; a token; service token; npm token
        authorization header; auth header; bearer; jwt; json web token; github_pat
        zugriffstoken; zugangstoken; sitzungstoken; jeton d acces; jeton acces; jeton de session
        token de acceso; token de acesso; token di accesso; toegangstoken; token dostepu; tokena dostepu
        токен доступа; токена доступа; токен доступу; личныи токен; erisim belirteci*; erisim jetonu
        pristupovy token; atkomsttoken
        令牌; 访问凭证; 存取權杖; 權杖; アクセストークン; 認証トークン; apiトークン; 액세스토큰; 접근토큰; 인증토큰
    """,
    SecretKind.CODE: """
        otp; totp; one time code; one time password; one time passcode; onetimecode; verification code
        verificationcode; security code; securitycode; 2fa code; 2fa; mfa code; mfa token; mfa; two factor code
        two factor; authenticator code; backup code; backup codes; recovery code; recovery codes; sms code; smscode
        login code; auth code; authorization code; confirmation code sent; code ~ authenticator; code ~ texted
        code ~ sms; security answer; secret answer; security question; secret question; mother s maiden name
        mothers maiden name
        bestatigungscode; bestaetigungscode; verifizierungscode; sicherheitscode; einmalcode; einmalkennwort
        sicherheitsfrage; tan nummer; sms tan; tan eingeben; wiederherstellungscode
        code de verification; code a usage unique; code de securite; code de confirmation; code recu; question secrete
        codigo de verificacion; codigo de seguridad; codigo de un solo uso; codigo de confirmacion
        codigo de verificacao; codigo de seguranca; codigo de uso unico; codigo de confirmacao
        codice di verifica; codice di sicurezza; codice monouso; codice di conferma
        verificatiecode; beveiligingscode; eenmalige code; bevestigingscode; herstelcode
        kod weryfikacyjny; kod jednorazowy; kod bezpieczenstwa; kod potwierdzajacy; kod sms
        код подтверждения; одноразовыи код; код безопасности; код из смс; код из sms
        проверочныи код; код восстановления
        код підтвердження; одноразовии код; код безпеки
        dogrulama kodu*; guvenlik kodu*; tek kullanimlik kod*; onay kodu*
        overovaci kod; jednorazovy kod; bezpecnostni kod; potvrzovaci kod
        verifieringskod*; sakerhetskod*; engangskod*; bekraftelsekod*
        验证码; 驗證碼; 安全码; 安全碼; 一次性代码; 动态码; 恢复码
        認証コード; 確認コード; ワンタイムコード; セキュリティコード; リカバリーコード; 秘密の質問
        인증번호; 인증코드; 일회용코드; 보안코드; 복구코드; 확인코드
    """,
    SecretKind.PAYMENT: """
        card number*; cardnumber; credit card; creditcard; debit card; cc number; ccnumber; cvv; cvv2; cvc; cvc2
        card code
        card expiry; card expiration; card verification; card security; expiry of ~ card; iban; bank account number
        bank account; account and routing; routing number; payment card; card details
        kartennummer; *kreditkarte; *kreditkartennummer; kartenprufnummer; prufziffer ~ karte; kontonummer
        bankverbindung
        kreditkartendaten
        numero de carte; numero de la carte; numero carte; carte bancaire; carte de credit; cryptogramme
        numero de compte
        numero de tarjeta; numero de la tarjeta; tarjeta de credito; tarjeta de debito; numero de cuenta bancaria
        numero do cartao; numero de cartao; cartao de credito; cartao de debito; conta bancaria
        numero della carta; numero di carta; numero carta; carta di credito; carta di debito; conto bancario
        kaartnummer; creditcardnummer; *rekeningnummer; bankpasnummer
        numer karty; karta kredytowa; karty kredytowej; numer konta bankowego; karty platniczej
        номер карты; номер банковскои карты; кредитная карта; номер счета; номер картки; кредитна картка
        kart numarasi*; kredi karti*; cislo karty; kreditni karta; platebni karty; kortnummer; kreditkort*; kontonummer
        卡号; 卡號; 信用卡; 银行卡; カード番号; クレジットカード; 口座番号; 카드번호; 신용카드; 계좌번호
    """,
}
"""Phrases by what they ask for."""

TELLS_AFTER = _words(
    """
    count counts limit limits policy policies length strength type types manager managers name names symbol budget
    less rules rule age rotation expiry expires expiration lifetime ttl min max minimum maximum reset resets hint id ids
    holder brand issuer network santa format prefix url uri endpoint page label title address usage required enabled
    protected protection generator scheme kind status location color colour message board version created updated
    last algorithm permission permissions scope scopes rotate used remaining price cost position theme logo design
    ingredient ingredients sauce recipe
    generated geradas
    richtlinie lange laenge anzahl regeln verwaltung limite longueur nombre politique longitud politica cantidad
    gestor tamanho comprimento quantidade lunghezza numero gestore lengte aantal beleid dlugosc liczba polityka
    длина количество политика менеджер довжина кількість
    """
)
"""A word behind a phrase which tells that something about the secret is wanted and not the secret."""

TELLS_BEFORE = _words(
    """
    name number count max min forgot forgotten resetting reset changing which many kind type length without no public
    location label anzahl name art welche welcher welches nom nombre numero cantidad cuantas
    quantas quantidade numero aantal liczba nazwa ile количество название кількість назва
    pocet nazev antal namn generera gerar generate
    gestor gestionnaire gestore менеджер politique politica polityka политика
    """
)
"""As `TELLS_AFTER`, up to three words in front of a phrase."""

TELLS_AFTER_IN_PLACE = tuple(
    _words("长度 数量 数 管理 策略 强度 有效期 规则 の長さ の数 の有効期限 有効期限 規則 の強度 上限")
    | _words("수 길이 개수 관리 변경주기 정책 강도 유효기간")
)
"""As `TELLS_AFTER`, where words are not apart."""

ASKING = _words(
    """
    enter type paste provide supply give input fill put share need needs require tell your my submit insert copy
    please specify confirm repeat log login signin use what
    lautet quel quelle cual qual quale jakie jakiej какои какова nedir vad wat was
    geben gib eingeben einfugen einfuegen bitte ihr ihre ihren dein deine deinen nennen eintragen tippen
    saisissez saisir entrez entrer collez coller veuillez indiquez donnez votre vos ton ta tapez
    introduce introduzca escribe escriba ingresa ingrese pega pegue proporciona proporcione tu su facilita
    digite insira cole informe forneca sua seu escreva introduza
    inserisci inserire incolla incollare fornisci fornire digita scrivi tua tuo vostra
    voer vul plak geef typ je jouw uw invoeren
    wpisz wprowadz wklej podaj swoje swoj swoja wpisac podac
    введите вставьте укажите ваш ваше вашу своими свои введи вкажіть введіть вставте
    girin giriniz yapistirin yazin zadejte vlozte zadat napiste svuj sve ange klistra skriv fyll ditt din
    """
)
"""Words of a sentence that asks."""

ASKING_IN_PLACE = (
    "输入",
    "輸入",
    "粘贴",
    "貼上",
    "提供",
    "填写",
    "您的",
    "入力",
    "貼り付け",
    "教えて",
    "입력",
    "붙여",
    "알려",
)
"""As `ASKING`, where words are not apart."""

NOT_ASKING = _words(
    """
    never not don dont doesn no without isn aren cannot won changed forgot forgotten expired reset updated chapter
    about how
    example
    nie niemals nicht kein keine keinen ohne geandert
    jamais ne pas sans n change changee
    nunca no sin jamas cambiada cambiado cambiar
    nao nunca sem jamais alterada
    non mai senza cambiata
    nooit niet geen zonder gewijzigd
    nigdy nie bez zmienione
    никогда не нет без ніколи немає
    yazmayin girmeyin asla degil
    nikdy nezadavejte bez ne
    aldrig inte utan ej
    """
)
"""Words of a sentence that asks for nothing."""

NOT_ASKING_IN_PLACE = (
    "请勿",
    "請勿",
    "不要",
    "切勿",
    "无需",
    "不会",
    "不必",
    "ないで",
    "ません",
    "不要です",
    "마세요",
    "않",
    "없",
    "마십시오",
)
"""As `NOT_ASKING`, where words are not apart."""
