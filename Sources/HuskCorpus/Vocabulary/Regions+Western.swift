// SPDX-License-Identifier: Apache-2.0

extension Regions {
  /// Countries that write with Latin letters.
  static let western = [
    Region(
      country: "DE", language: "de", currency: "EUR", weight: 190, phone: "+49 30 23125 ###",
      givenNames: """
        Anna Lukas Marie Jonas Sophie Felix Jürgen/Juergen Käthe/Kaethe Björn/Bjoern Lena Paul
        Hannah Maximilian Greta Sören/Soeren Emilia Moritz Clara Ben Ursula Matthias Jörg/Joerg
        """,
      familyNames: """
        Müller/Mueller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann
        Schäfer/Schaefer Koch Bauer Richter Klein Wolf Schröder/Schroeder Neumann Krüger/Krueger
        Weiß/Weiss Lange Böhm/Boehm
        """,
      towns: """
        Berlin; Berlin; 10###; 5252; 1340
        Hamburg; Hamburg; 20###; 5355; 999
        München; Bayern; 80###; 4814; 1158
        Köln; Nordrhein-Westfalen; 50###; 5094; 696
        Leipzig; Sachsen; 04###; 5134; 1237
        Tübingen; Baden-Württemberg; 720##; 4852; 906
        """,
      streets: """
        Hauptstraße
        Schulstraße
        Gartenstraße
        Bahnhofstraße
        Am Mühlbach
        Lindenallee
        Goetheplatz
        Kirchweg
        """),
    Region(
      country: "US", language: "en", currency: "USD", weight: 190, phone: "+1 ###-555-01##",
      streetOrder: .numberFirst,
      givenNames: """
        James Mary Robert Jennifer Michael Linda David Elizabeth William Barbara Susan Jessica
        Thomas Sarah Daniel Karen Matthew Nancy Anthony Lisa Mark Ashley Brianna José/Jose Tyrone
        """,
      familyNames: """
        Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez
        Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Thompson White O'Brien/OBrien
        """,
      towns: """
        Portland; OR; 972##; 4552; -12268
        Austin; TX; 787##; 3027; -9774
        Columbus; OH; 432##; 3996; -8300
        Brooklyn; NY; 112##; 4068; -7394
        San José; CA; 951##; 3734; -12189
        St. Paul; MN; 551##; 4495; -9309
        """,
      streets: """
        Main Street
        Oak Avenue
        Maple Drive
        2nd Street NW
        Washington Boulevard
        Lakeview Terrace
        Elm Court
        County Road 12
        """),
    Region(
      country: "GB", language: "en", currency: "GBP", weight: 110, phone: "+44 20 7946 0###",
      streetOrder: .numberFirst,
      givenNames: """
        Oliver Amelia George Isla Harry Ava Noah Freya Jack Emily Charlie Poppy Zoë/Zoe Siân/Sian
        Rhys Fiona Callum Imogen Alistair Priya Mohammed
        """,
      familyNames: """
        Smith Jones Taylor Williams Brown Davies Evans Wilson Thomas Roberts Johnson Walker Wright
        Robinson Thompson Hughes Green Patel Khan MacDonald
        """,
      towns: """
        London; ; SW#A #; 5151; -13
        Manchester; ; M## #; 5348; -224
        Edinburgh; Scotland; EH# #; 5595; -319
        Cardiff; Wales; CF## #; 5148; -318
        Leeds; ; LS# #; 5380; -155
        """,
      streets: """
        High Street
        Station Road
        Church Lane
        Victoria Road
        The Crescent
        Mill Lane
        Queen's Gardens
        """),
    Region(
      country: "FR", language: "fr", currency: "EUR", weight: 120, phone: "+33 1 99 00 ## ##",
      streetOrder: .numberFirst,
      givenNames: """
        Gabriel Louise Raphaël/Raphael Jade Léo/Leo Emma Hugo Chloé/Chloe Zoé/Zoe Théo/Theo Inès/Ines
        Maël/Mael Camille François/Francois Hélène/Helene Jean-Luc Aurélie/Aurelie Noémie/Noemie
        """,
      familyNames: """
        Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau Lefèvre/Lefevre
        Fournier Girard Mercier Lambert François/Francois Béranger/Beranger Desprès/Despres
        """,
      towns: """
        Paris; Île-de-France; 750##; 4886; 235
        Lyon; Auvergne-Rhône-Alpes; 690##; 4576; 484
        Saint-Étienne; Auvergne-Rhône-Alpes; 420##; 4544; 439
        Nîmes; Occitanie; 300##; 4384; 436
        Besançon; Bourgogne-Franche-Comté; 250##; 4724; 602
        """,
      streets: """
        rue de la République
        rue des Écoles
        avenue Victor-Hugo
        place de l'Église
        boulevard Voltaire
        chemin des Vignes
        impasse du Château
        """),
    Region(
      country: "MX", language: "es", currency: "MXN", weight: 60, phone: "+52 55 #### ####",
      givenNames: """
        Santiago Sofía/Sofia Mateo Valentina Sebastián/Sebastian Regina Diego Camila José/Jose
        María/Maria Ángel/Angel Ximena Andrés/Andres Lucía/Lucia Iñaki/Inaki
        """,
      familyNames: """
        Hernández/Hernandez García/Garcia Martínez/Martinez López/Lopez González/Gonzalez
        Pérez/Perez Rodríguez/Rodriguez Sánchez/Sanchez Ramírez/Ramirez Núñez/Nunez Peña/Pena
        """,
      towns: """
        Ciudad de México; CDMX; 06###; 1943; -9913
        Mérida; Yucatán; 97###; 2097; -8962
        León; Guanajuato; 37###; 2112; -10168
        """,
      streets: """
        Avenida Insurgentes
        Calle Benito Juárez
        Calle 5 de Mayo
        Callejón del Beso
        """),
    Region(
      country: "PL", language: "pl", currency: "PLN", weight: 70, phone: "+48 22 ### ## ##",
      givenNames: """
        Jakub Zofia Michał/Michal Łucja/Lucja Stanisław/Stanislaw Hanna Paweł/Pawel
        Małgorzata/Malgorzata Krzysztof Agnieszka Grażyna/Grazyna Wojciech
        """,
      familyNames: """
        Nowak Kowalski Wiśniewski/Wisniewski Wójcik/Wojcik Kamiński/Kaminski Zieliński/Zielinski
        Szymański/Szymanski Woźniak/Wozniak Dąbrowski/Dabrowski Król/Krol
        """,
      towns: """
        Warszawa; mazowieckie; 00-###; 5223; 2101
        Łódź; łódzkie; 90-###; 5176; 1946
        Kraków; małopolskie; 30-###; 5006; 1994
        Wrocław; dolnośląskie; 50-###; 5111; 1703
        """,
      streets: """
        ul. Marszałkowska
        ul. Długa
        ul. Świętego Marcina
        al. Niepodległości
        ul. Kościuszki
        """),
  ]
}
