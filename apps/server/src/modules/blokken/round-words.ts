/** Ordinary Dutch words of seven to nine letters. */
export const roundWords: readonly string[] = `
aardappel aardbei abrikoos achtbaan adelaar afstand afwasbak ambacht antwoord appelboom artikel avontuur
bakkerij bedrijf begraven bekende beloning bergtop beroemd bewaking bezoeker bladzijde blijven bloemen bloesem
boerderij boomhut boterham botsing brandweer breedte brommer broodje buurman camping chocola citroen dageraad
dakpannen dansvloer december deurknop dinsdag dolfijn donderdag draaien driehoek drinken droogte druiven
duikboot duizend eekhoorn eerlijk emmertje ervaring etalage fabriek familie feestdag fietsbel fietspad fontein
fornuis fotograaf framboos gangpad geboorte gebouwen gedachte gedicht geheugen gelukkig gemeente geschenk
gesprek getallen geweldig gezicht goedkoop gordijn granaat grappig groente grondwet haarband hagelslag halsband
handdoek handvat heuvels hoofdstad horloge huisdier huiswerk ijsbeer ijskast inktvis jaargang jachthond januari
jarenlang jongeren journaal kaarsen kabouter kalender kampvuur kanarie kapitein kapstok karavaan kasteel
kikkers kinderen kladblok klapdeur kleding kleuren klinker knikker knoflook koekjes koelkast komkommer konijnen
koningin korenveld krakeling krantje kruiden kruipen kunstwerk kussens kustlijn kwartier laarzen landkaart
lantaarn leerling leeuwen lekkage leraren letters levering liniaal luchtbel luipaard maaltijd maandag machine
mandarijn mannetje marathon markten meester melkweg meloenen metalen meubels miljoen minuten molenaar mondeling
monster mosterd motoren naaldbos nagellak namiddag nevelig noorden notaris november nummers ochtend oefenen
olifant olijven omgeving onderzoek oogsten oorbellen opdracht openbaar oplossing opruimen overkant palmboom
panorama papegaai paradijs paraplu parkeren patroon peddels pelikaan pendelbus penseel pepermunt piloten
plakband planken plezier ploegen politie pompoen portret postbode potlood praatjes prijzen prinses publiek
puzzels raadsel rechter reclame regenboog regering reiziger rekening ridders rijbewijs ringweg rivieren
roeiboot rolstoel rommelig rondreis rozijnen rustdag schaduw scherven schilder schommel schouder schrift
seconde sieraden slagroom sleutel slinger smaragd sneeuwpop snelheid soldaat spannend speeltuin spiegel spijker
spinazie spoorweg sprookje stadion stallen station steiger sterren storing straten struiken studeren tandarts
tandpasta tekening telefoon tennisbal theater theepot tijdperk toekomst toernooi toverstaf traktatie treinen
trommels trouwen tuinman uitgang uitzicht vakantie valkuil varkens veerboot verdwaald verhaal verkeer vertrek
vierkant vijftig vingers violist vlaggen vleermuis vliegtuig vlinder voedsel voetbal volkslied voorjaar
vriendin vrijdag vulkaan waarheid wachten wandelen waterval wedstrijd weekend wegwijzer weiland werkdag
wijnglas winkels woensdag woestijn wonderen worstelen wortels zaterdag zeehond zeilboot zomerdag zonnebril
zwembad zwemmen
`
  .trim()
  .split(/\s+/);
